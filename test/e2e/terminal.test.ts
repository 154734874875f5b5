import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runClew } from "../support/clew.ts";
import { handshake, request, speak } from "../support/stdio-exchange.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/**
 * Clears the screen, sets the window's title, moves the cursor, reverses the text, rings the bell, and ends the string.
 */
const HOSTILE = "\u001b[2J\u001b]0;owned\u0007\u009b31m\r\b\u202e\u2066\u200f\u0000\u007f";
const ACTING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const folder = temporaryFolder();
const home = folder.path;
let sessionId = "";

beforeAll(async () => {
  const hostile = {
    thought: `needle ${HOSTILE} first line\nsecond ${HOSTILE} line`,
    sessionTitle: `Title ${HOSTILE}`,
    sessionTags: [`tag ${HOSTILE}`],
    branchId: `branch ${HOSTILE}`,
    workflow_id: "hostile",
  };
  const said = await speak({ home }, [
    ...handshake,
    request(1, "tools/call", { name: "thoughtbox", arguments: hostile }),
    request(2, "tools/call", { name: "think", arguments: { thought: HOSTILE, session_id: HOSTILE } }),
  ]);
  sessionId = String((said.answer(1)?.result?.structuredContent as { sessionId?: string })?.sessionId);
});
afterAll(() => folder[Symbol.dispose]());

describe("a hostile thought", () => {
  it.each([
    ["list", []],
    ["show", [() => sessionId]],
    ["search", [() => "needle"]],
    ["show", [() => HOSTILE.replaceAll("\u0000", "")]],
  ])("[D3] cannot control the terminal through clew sessions %s", async (command, given) => {
    const { stdout, stderr } = await runClew(["sessions", command, ...given.map((give) => give())], { home });
    expect(stdout + stderr).not.toBe("");
    expect((stdout + stderr).replaceAll("\n", "")).not.toMatch(ACTING);
  });

  it.each([
    ["list", []],
    ["show", [() => sessionId]],
    ["search", [() => "needle"]],
  ])("[D3] is escaped in the JSON of clew sessions %s", async (command, given) => {
    const args = ["sessions", command, ...given.map((give) => give()), "--json"];
    const { stdout } = await runClew(args, { home });
    expect(stdout.replaceAll("\n", "")).not.toMatch(ACTING);
    const read = JSON.parse(stdout);
    if (command === "show") expect(read.thoughts[0].content).toContain(HOSTILE);
  });

  it("[D3] is exported as it was written", async () => {
    const { stdout } = await runClew(["sessions", "export", sessionId], { home });
    expect(stdout).toContain(`needle ${HOSTILE} first line\nsecond ${HOSTILE} line`);
  });

  it("[D3] an id that is shown in an error cannot control it either", async () => {
    const { code, stderr } = await runClew(["sessions", "show", "\u001b[2Jno\u202ewhere"], { home });
    expect(code).toBe(1);
    expect(stderr.replaceAll("\n", "")).not.toMatch(ACTING);
  });
});
