import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Invocation, timeOrderedId } from "../ledger/index.ts";
import { override } from "../primitives/lazy.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/port.ts";
import type { Services, Terminal } from "./command.ts";
import { invocations } from "./invocations.ts";
import { runProgram } from "./program.ts";

const START = Date.parse("2026-11-15T10:00:00.000Z");
const HOSTILE = "\x1b[31mred\x1b]0;title\x07\u202e\r\nnext";
const rowAt = (seconds: number, more: Partial<Invocation> = {}): Invocation => ({
  id: timeOrderedId(START + seconds * 1000),
  kind: "tool",
  tool_name: "think",
  input: { thought: "What is known?" },
  success: true,
  created_at: new Date(START + seconds * 1000).toISOString(),
  ...more,
});
const used = { input_tokens: 1200, output_tokens: 34, cost: 0.012345 };
const rows = [
  rowAt(1, { session_id: "s-1", output: { thoughtNumber: 1 }, latency_ms: 2 }),
  rowAt(2, {
    ...{ tool_name: HOSTILE, session_id: HOSTILE, pipe_name: HOSTILE, error: HOSTILE },
    ...{ success: false, input: { [HOSTILE]: HOSTILE }, output: { [HOSTILE]: [HOSTILE] } },
  }),
  rowAt(3, { kind: "model", tool_name: "anthropic", pipe_name: "m-1", latency_ms: 900, ...used }),
] as const;

let store: Store;
beforeAll(async () => {
  store = await openStore({ memory: true });
  await store.keepInvocations(rows);
});
afterAll(() => store.close());

async function run(...argv: string[]) {
  const printed = { out: "", err: "" };
  const terminal = {
    out(text: string) {
      printed.out += text;
    },
    err(text: string) {
      printed.err += text;
    },
  } as Terminal;
  const services = {
    version: "1.2.3",
    config: () => ({}),
    // The command closes what it has opened; this one is for all tests.
    openLedger: async () => override(store, { close: async () => {} }),
  } as unknown as Services;
  const commands = { invocations: async () => invocations };
  const code = await runProgram(["invocations", ...argv], commands, terminal, services);
  return { code, ...printed };
}

describe("clew invocations", () => {
  test("[IV5] list shows one call per line, newest first", async () => {
    const { code, out } = await run("list");
    expect(code).toBe(0);
    const [head, ...lines] = out.trimEnd().split("\n");
    expect(head).toMatch(/^ID +TIME +TOOL +MS +RESULT +SESSION +ERROR$/);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(new RegExp(`^${rows[2].id} +2026-11-15 10:00:03 +anthropic m-1 +900 +ok$`));
    expect(lines[1]).toMatch(/ failed +.*red/);
    expect(lines[2]).toMatch(/ think +2 +ok +s-1$/);
  });

  test("[IV5] list --json prints whole invocations and supports every filter", async () => {
    const found = async (...argv: string[]) => {
      const { code, out, err } = await run("list", "--json", ...argv);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      return JSON.parse(out);
    };
    const [tool, failed, model] = rows;
    expect(await found()).toEqual([model, failed, tool]);
    expect(await found("--tool", "think")).toEqual([tool]);
    expect(await found("--session", "s-1")).toEqual([tool]);
    expect(await found("--failed")).toEqual([failed]);
    expect(await found("--kind", "model")).toEqual([model]);
    expect(await found("--since", "2026-11-15T10:00:02Z", "--until", "2026-11-15")).toEqual([model, failed]);
    expect(await found("--limit", "1", "--before", model.id)).toEqual([failed]);
    expect(await found("--until", "2026-11-14")).toEqual([]);
  });

  test("[IV5] show prints the input and output of a call", async () => {
    const { code, out } = await run("show", rows[0].id);
    expect(code).toBe(0);
    expect(out).toBe(`id       ${rows[0].id}
time     2026-11-15T10:00:01.000Z
tool     think
session  s-1
result   ok
latency  2 ms

input
  {
    "thought": "What is known?"
  }

output
  {
    "thoughtNumber": 1
  }
`);
    expect((await run("show", rows[2].id)).out).toMatch(
      /engine +anthropic\nmodel +m-1\n(?:.*\n)*tokens +1200 in, 34 out\ncost +\$0\.0123\n/,
    );
    expect(JSON.parse((await run("show", rows[1].id, "--json")).out)).toEqual(rows[1]);
  });

  test("[IV5] stats shows the statistics of each tool and model", async () => {
    const { out } = await run("stats", "--since", "2026-11-15T10:00:03Z");
    expect(out).toMatch(/^TOOL +CALLS +FAILED +P50 MS +P95 MS +TOKENS IN +TOKENS OUT +COST\n/);
    expect(out).toMatch(/\nanthropic m-1 +1 +0 +900 +900 +1200 +34 +\$0\.0123\n$/);
    expect(JSON.parse((await run("stats", "--json")).out)).toEqual(await store.invocationStats({}));
  });

  test("[IV5] without calls, list and stats say so and show exits 1", async () => {
    for (const command of ["list", "stats"])
      expect(await run(command, "--until", "2020-01-01")).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^No matching calls\..*\n$/),
      });
    expect(await run("show", "nope\x1b")).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(/^clew: no call 'nope\ufffd'.*clew invocations list.*\n$/),
    });
  });

  test.each([
    [[]],
    [["show"]],
    [["list", "--limit", "0"]],
    [["list", "--limit", ""]],
    [["list", "--kind", "person"]],
    [["list", "--since", "yesterday"]],
    [["stats", "--until", "later"]],
    [["list", "--no-such-flag"]],
  ])("[IV5] wrong use exits 2: clew invocations %j", async (argv) => {
    const { code, out, err } = await run(...argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).not.toBe("");
  });

  test.each([["list"], ["show", rows[1].id], ["stats"], ["list", "--json"], ["show", rows[1].id, "--json"]])(
    "[D3] nothing in a call controls the terminal: %s",
    async (...argv) => {
      const { out } = await run(...argv);
      expect(out).toContain("red");
      expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_C}\u2028\u2029]/u);
    },
  );
});
