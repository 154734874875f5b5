import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { draftOf } from "../../src/store/contract/fixture.ts";
import { openStore } from "../../src/store/open.ts";
import { clewCommand, clewEnvironment, runClew } from "../support/clew.ts";
import { startOnTerminal } from "../support/pseudo-terminal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cleanup = new AsyncDisposableStack();
let home: string;

beforeAll(async () => {
  home = cleanup.use(temporaryFolder()).path;
  const store = await openStore({ file: join(home, "clew.db") });
  await store.openSession({ id: "plan", title: "A plan", mode: "chain" });
  await store.append(draftOf({ sessionId: "plan" }, "First \u001b[31mred", { needsInput: "Which colour?" }));
  await store.close();
});
afterAll(() => cleanup.disposeAsync());

const clew = (...args: string[]) => runClew(args, { home });

test("[ST21] clew note writes a note on a session or a thought, and clew notes lists it", async () => {
  const written = await clew("note", "plan#1", "Use", "blue", "--author", "Ann", "--json");
  expect(written).toMatchObject({ code: 0 });
  const note = JSON.parse(written.stdout);
  expect(note).toEqual({
    id: expect.any(String),
    sessionId: "plan",
    on: 1,
    author: "Ann",
    text: "Use blue",
    state: "waiting",
    createdAt: expect.any(String),
  });
  const listed = await clew("notes", "plan", "--json");
  expect(JSON.parse(listed.stdout)).toEqual([note]);
  expect((await clew("notes", "plan")).stdout).toContain("Ann on #1 (waiting): Use blue");
  const refusedOn = await clew("note", "plan#9", "x");
  expect(refusedOn).toMatchObject({ code: 1, stderr: expect.stringContaining("Thoughts that exist: 1.") });
  expect(await clew("note", "nope", "x")).toMatchObject({ code: 1, stderr: expect.stringContaining("nope") });
  expect(await clew("notes", "nope")).toMatchObject({ code: 1 });
});

test("[ST22] clew watch prints questions first, then thoughts, branches and notes as they are written", async () => {
  const store = await openStore({ file: join(home, "clew.db") });
  cleanup.defer(() => store.close());
  await store.append(draftOf({ sessionId: "plan" }, "Second", { needsInput: "Which shape?" }));
  const child = spawn(process.execPath, ["bin/clew.js", "watch", "plan", "--home", home], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  await expect.poll(() => output).toContain("Second");
  expect(output.split("\n")[0]).toBe("? plan #2 needs your input: Which shape?");
  expect(output).not.toContain("\u001b");
  await store.append(draftOf({ sessionId: "plan" }, "Third", { branchFrom: 1, branchId: "aside" }));
  await store.addNote("plan", { text: "A circle", author: "Ann" });
  await expect.poll(() => output).toContain("Ann (waiting): A circle");
  expect(output).toContain("+ plan branch aside");
  expect(output).toMatch(/plan #\d \[aside\]\s+Third/);
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  expect(await exited).toBe(0);
});

test("[ST22] on a terminal, c writes a note to the watched session and q leaves", async () => {
  const store = await openStore({ file: join(home, "clew.db") });
  cleanup.defer(() => store.close());
  await store.openSession({ id: "watched", title: "Watched", mode: "chain" });
  await store.append(draftOf({ sessionId: "watched" }, "Before"));
  const env = clewEnvironment({ home, env: { TERM: "xterm-256color" } });
  await using terminal = startOnTerminal([process.execPath, clewCommand, "watch", "watched"], env);
  await terminal.sees("Before");
  await terminal.sees("c: write a note");
  terminal.type("c");
  await terminal.sees("Note to watched: ");
  // What happens meanwhile is shown after the note.
  await store.append(draftOf({ sessionId: "watched" }, "Meanwhile"));
  terminal.type("Turn left, pleaze\u007f\u007fse.\r");
  await terminal.sees(/The agent's next answer carries the note\. \(note:[0-9a-f]{10}\)/);
  await terminal.sees("Meanwhile");
  await terminal.sees("(waiting): Turn left, please.");
  expect(await store.notes("watched", {})).toMatchObject([{ text: "Turn left, please.", state: "waiting" }]);
  terminal.type("c");
  await terminal.sees("Note to watched: ");
  terminal.type("never mind\u0003");
  await store.append(draftOf({ sessionId: "watched" }, "After"));
  await terminal.sees("After");
  expect(await store.notes("watched", {})).toHaveLength(1);
  terminal.type("q");
  expect(await terminal.ended).toBe(0);
});
