import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { DatabaseSync } from "../../src/files/sqlite.ts";
import { draftOf } from "../../src/store/contract/fixture.ts";
import { openStore } from "../../src/store/open.ts";
import { runClew, spawnClew } from "../support/clew.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const quiet = { code: 0, stdout: "", stderr: "" };
const input = (more: object = {}) =>
  JSON.stringify({ session_id: "s", cwd: "/w/shop", hook_event_name: "Stop", ...more });

function scratchHome(): string {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

/** A ledger with one finished session that claims something without evidence. */
async function homeWithProblem(): Promise<string> {
  const home = scratchHome();
  const store = await openStore({ file: join(home, "clew.db") });
  await store.openSession({ id: "plan", title: "A plan", project: "shop", mode: "chain" });
  for (const content of ["Uploads time out after a minute.", "The fix is in and all tests pass."])
    await store.append(draftOf({ sessionId: "plan" }, content, { nextThoughtNeeded: false }));
  await store.close();
  return home;
}

test("[HK5] clew hook stop blocks once if it is asked to lint, and never otherwise", async () => {
  const home = await homeWithProblem();
  const stop = (args: readonly string[], env: Record<string, string>, more: object = {}) =>
    runClew(["hook", "stop", ...args], { home, env, input: input(more) });
  expect(await stop([], {})).toEqual(quiet);
  expect(await stop([], { CLEW_HOOK_LINT: "0" })).toEqual(quiet);
  for (const [args, env] of [
    [["--lint"], {}],
    [[], { CLEW_HOOK_LINT: "1" }],
  ] as const) {
    const blocked = await stop(args, env);
    expect(blocked).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(blocked.stdout)).toEqual({
      decision: "block",
      reason: expect.stringContaining("CL004, thought 2"),
    });
    expect(await stop(args, env, { stop_hook_active: true })).toEqual(quiet);
  }
  expect(await stop(["--lint"], {}, { cwd: "/w/bank" })).toEqual(quiet);
  writeFileSync(join(home, ".clew-lint.json"), "{");
  expect(await stop(["--lint"], {})).toEqual(quiet);
});

test("[HK7] the small program for a session's start answers as the whole command does", async () => {
  const home = scratchHome();
  const store = await openStore({ file: join(home, "clew.db") });
  await store.openSession({ id: "plan", title: "A plan", project: "shop", mode: "chain" });
  await store.append(draftOf({ sessionId: "plan" }, "We decided to use SQLite."));
  await store.close();
  const start = (args: readonly string[], cwd = "/w/shop", env = {}) =>
    runClew(["hook", "session-start", ...args], { home, env, input: input({ cwd }) });
  const small = await start([]);
  expect(small).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("A plan") });
  expect(await start(["--client", "Codex"])).toEqual(small);
  expect(await start(["--lint"])).toEqual(small);
  expect(await start([], "/w/shop", { CLEW_PORT: "4748" })).toEqual(small);
  expect(await start([], "/w/bank")).toEqual(quiet);
  expect(await start([], "/w/shop", { CLEW_NO_SUCH_SETTING: "1" })).toEqual(quiet);
  writeFileSync(join(home, "config.json"), "{}");
  expect(await start([])).toEqual(small);
});

test("[HK4] whatever fails, a hook prints nothing and exits with 0", async () => {
  const home = await homeWithProblem();
  for (const [event, wrong] of [
    ["session-start", "{"],
    ["pre-compact", ""],
    ["stop", '{"cwd": 7}'],
  ] as const)
    expect(await runClew(["hook", event, "--lint"], { home, input: wrong })).toEqual(quiet);
  for (const args of [
    [],
    ["no-such-event"],
    ["constructor"],
    ["stop", "more", "--unknown"],
    ["stop", "--home"],
  ])
    expect(await runClew(["hook", ...args], { home, input: input() })).toEqual(quiet);
  const env = { CLEW_DATABASE: "nonsense://" };
  expect(await runClew(["hook", "session-start"], { home, env, input: input() })).toEqual(quiet);
});

test("[HK4] without a usable ledger a hook prints nothing, and it creates none", async () => {
  const home = scratchHome();
  const [empty, file, corrupt] = ["empty", "file", "corrupt"].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [empty, corrupt]) mkdirSync(folder);
  writeFileSync(file, "");
  writeFileSync(join(corrupt, "clew.db"), "This is not a database. ".repeat(500));
  for (const where of [empty, file, join(file, "below"), join(home, "missing"), corrupt])
    expect(
      await runClew(["hook", "stop", "--lint", "--home", where], { home, input: input() }),
      where,
    ).toEqual(quiet);
  expect(readdirSync(empty)).toEqual([]);
  expect(readdirSync(home).sort()).toEqual(["corrupt", "empty", "file"]);
});

test("[HK9] a hook ends in time although the ledger stays locked or its stdin stays open", async () => {
  const home = await homeWithProblem();
  const lock = new DatabaseSync(join(home, "clew.db"));
  onTestFinished(() => lock.close());
  lock.exec("BEGIN EXCLUSIVE");
  const events = ["session-start", "pre-compact", "stop"];
  const locked = events.map((event) => runClew(["hook", event, "--lint"], { home, input: input() }));
  const open = spawnClew(["hook", "session-start"], { home });
  const ended = new Promise((resolve) => open.once("exit", resolve));
  const began = performance.now();
  for (const { code, stderr } of await Promise.all(locked))
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(await ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(30_000);
});

test("[HK11] a hook succeeds if nobody reads its answer, and does not wait for a lock after it", async () => {
  const home = scratchHome();
  const store = await openStore({ file: join(home, "clew.db") });
  await store.openSession({ id: "plan", title: "A plan", project: "shop", mode: "chain" });
  await store.append(draftOf({ sessionId: "plan" }, "We decided to use SQLite."));
  await store.close();
  const unread = spawnClew(["hook", "session-start"], { home });
  unread.stdout.destroy();
  const stderr = text(unread.stderr);
  const exit = once(unread, "exit");
  unread.stdin.end(input());
  expect(await exit).toEqual([0, null]);
  expect(await stderr).toBe("");

  // A file in place of the ledger that never opens.
  const pipes = scratchHome();
  execFileSync("mkfifo", [join(pipes, "clew.db")]);
  for (const event of ["session-start", "pre-compact"])
    expect(await runClew(["hook", event], { home: pipes, input: input() })).toEqual(quiet);

  const lock = new DatabaseSync(join(home, "clew.db"));
  onTestFinished(() => lock.close());
  lock.exec("BEGIN EXCLUSIVE");
  const locked = spawnClew(["hook", "session-start"], { home });
  const ended = once(locked, "exit").then(() => performance.now());
  locked.stdin.end(input());
  expect(String(await once(locked.stdout, "data"))).toContain("A plan");
  const answered = performance.now();
  // Without the limit, the process waits until its time is over, eight seconds after its start.
  expect((await ended) - answered).toBeLessThan(5000);
});
