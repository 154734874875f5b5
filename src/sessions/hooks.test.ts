import { mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { estimateTokens } from "../ledger/index.ts";
import { draftOf } from "../store/contract/fixture.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/port.ts";
import { preCompact, readHookInput, sessionStart, stop } from "./hooks.ts";

let store: Store;
beforeEach(async () => {
  store = await openStore({ file: ":memory:" });
  onTestFinished(() => store.close());
});

async function record(
  sessionId: string,
  project: string,
  contents: readonly string[],
  isDone = false,
): Promise<void> {
  for (const [index, content] of contents.entries())
    await store.append(
      draftOf(
        { sessionId, create: () => ({ title: `About ${sessionId}`, project, mode: "chain" }) },
        content,
        {
          nextThoughtNeeded: !(isDone && index === contents.length - 1),
        },
      ),
    );
}

const input = (cwd: string, more: object = {}) =>
  readHookInput(JSON.stringify({ cwd, source: "startup", ...more }))!;
const context = (answer: object | undefined): string =>
  (answer as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext;

test("[HK1] a session starts with the brief of the folder's newest unfinished session, notes first", async () => {
  await record("one", "shop", ["The cart is slow.", "Decision: use an index because it is cheap."]);
  await record("done", "shop", ["This one is finished."], true);
  await store.addNote("one", { text: "Please measure it too", author: "Ann" });
  const answer = await sessionStart(store, input("/w/shop"));
  expect(answer).toMatchObject({ hookSpecificOutput: { hookEventName: "SessionStart" } });
  const text = context(answer);
  expect(text).toContain("About one");
  expect(text.indexOf("Please measure it too")).toBeGreaterThan(0);
  expect(text.indexOf("Please measure it too")).toBeLessThan(text.indexOf("use an index"));
});

test("[HK1] the brief has at most 600 tokens, however long the session and its notes are", async () => {
  await record(
    "long",
    "shop",
    Array.from({ length: 60 }, (_, n) => `Decision: option ${n} ${"because it is so ".repeat(40)}`),
  );
  for (let n = 0; n < 8; n++) await store.addNote("long", { text: "note ".repeat(300), author: "Ann" });
  expect(estimateTokens(context(await sessionStart(store, input("/w/shop"))))).toBeLessThanOrEqual(600);
});

test("[HK8] of a long session, the brief shows the start, the newest thoughts and what was declared between", async () => {
  const steps = Array.from({ length: 300 }, (_, n) => `Step ${n}: looking at file ${n}.`);
  await record("long", "shop", ["The goal is to make the cart fast.", ...steps.slice(0, 150)]);
  await store.append(
    draftOf({ sessionId: "long" }, "A step.", { marks: [{ kind: "decision", text: "keep the old parser" }] }),
  );
  await record("long", "shop", [
    ...steps.slice(150),
    "Decision: cache the prices because they rarely change.",
  ]);
  const text = context(await sessionStart(store, input("/w/shop")));
  expect(text).toContain("active, 303 thoughts");
  for (const said of ["make the cart fast", "keep the old parser", "cache the prices"])
    expect(text).toContain(said);
});

test("[HK1] notes are shown once", async () => {
  await record("one", "shop", ["The cart is slow."]);
  await store.addNote("one", { text: "Please measure it too", author: "Ann" });
  expect(context(await sessionStart(store, input("/w/shop"))).split("Please measure it too")).toHaveLength(2);
});

test("[HK10] the folder is the one in which the client was started, or the one that a link leads to", async () => {
  using folder = temporaryFolder();
  const shop = realpathSync(folder.path);
  const api = join(shop, "packages", "api");
  const link = `${shop}-link`;
  mkdirSync(api, { recursive: true });
  symlinkSync(shop, link);
  onTestFinished(() => rmSync(link));
  await record("one", await store.assignProject(shop, "shop"), ["The cart is slow."]);
  await record("other", await store.assignProject("/elsewhere/shop", "shop"), ["Nobody else's business."]);
  const start = async (cwd: string, env: Record<string, string> = {}) => {
    const given = readHookInput(JSON.stringify({ cwd, source: "compact" }), "Claude Code", env);
    const answer = await sessionStart(store, given!);
    return answer && /sessionId: (\w+)/.exec(context(answer))![1];
  };
  expect(await start(shop)).toBe("one");
  expect(await start(link)).toBe("one");
  expect(await start(api)).toBeUndefined();
  expect(await start(api, { CLAUDE_PROJECT_DIR: shop })).toBe("one");
  expect(await start(api, { GEMINI_PROJECT_DIR: shop })).toBe("one");
  // A variable of another client, in whose terminal this one runs.
  expect(await start("/elsewhere/new", { CLAUDE_PROJECT_DIR: shop })).toBeUndefined();
  expect(await start(`${shop}-other`, { CLAUDE_PROJECT_DIR: shop })).toBeUndefined();
});

test("[HK3] a checkpoint names the client that compacts", async () => {
  await record("one", "shop", ["A thought."]);
  await preCompact(store, readHookInput(JSON.stringify({ cwd: "/w/shop", trigger: "auto" }), "Codex")!);
  const [, checkpoint] = await store.thoughts("one", {});
  expect(checkpoint).toMatchObject({ author: "Codex", content: expect.stringContaining("(auto)") });
});

test("[HK2] nothing of another project appears, also if its folder has the same name", async () => {
  await record("other", "bank", ["The vault code is 1234."]);
  await record("plain", "_default", ["No project."]);
  expect(await sessionStart(store, input("/w/shop"))).toBeUndefined();
  await store.assignProject("/w/shop", "shop");
  await record("mine", "shop", ["The cart is slow."]);
  expect(context(await sessionStart(store, input("/w/shop")))).toContain("About mine");
  expect(await sessionStart(store, input("/elsewhere/shop"))).toBeUndefined();
});

test("[HK3] a compaction is recorded in the session, and the next start has its brief", async () => {
  await record("one", "shop", ["The cart is slow."]);
  expect(await preCompact(store, input("/w/shop", { source: undefined, trigger: "auto" }))).toBeUndefined();
  const thoughts = await store.thoughts("one", {});
  expect(thoughts.at(-1)).toMatchObject({ metadata: { checkpoint: { cause: "auto", thoughts: 1 } } });
  const text = context(await sessionStart(store, input("/w/shop", { source: "compact" })));
  expect(text).toContain("About one");
  expect(text).not.toContain("Checkpoint");
});

test("[HK4] refuses input that is not from a hook", () => {
  expect(() => readHookInput("{")).toThrow();
  expect(readHookInput("null")).toBeUndefined();
  expect(readHookInput('{"cwd": 7}')).toBeUndefined();
});

const lintOptions = { home: "/nowhere", failOn: "error" } as const;
const unchecked = ["Uploads time out after a minute.", "The fix is in and all tests pass."];

test("[HK5] a stop blocks for problems of the newest session, but not while the client continues after a block", async () => {
  await record("fine", "shop", ["The cart is slow."], true);
  expect(await stop(store, input("/w/shop"), lintOptions)).toBeUndefined();
  await record("one", "shop", unchecked, true);
  const answer = await stop(store, input("/w/shop"), lintOptions);
  expect(answer).toEqual({ decision: "block", reason: expect.stringContaining("CL004, thought 2") });
  expect(answer).toMatchObject({ reason: expect.stringContaining("sessionId: one") });
  expect(await stop(store, input("/w/shop", { stop_hook_active: true }), lintOptions)).toBeUndefined();
  expect(await stop(store, input("/w/bank"), lintOptions)).toBeUndefined();
});

test("[HK5] levels of the linter decide what blocks", async () => {
  await record("one", "shop", unchecked, true);
  const lowered = { ...lintOptions, levels: { CL004: "warning" } } as const;
  expect(await stop(store, input("/w/shop"), lowered)).toBeUndefined();
  expect(await stop(store, input("/w/shop"), { ...lowered, failOn: "warning" })).toMatchObject({
    decision: "block",
  });
});
