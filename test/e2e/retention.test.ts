import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runClew } from "../support/clew.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const home = folder.path;
afterAll(() => folder[Symbol.dispose]());
const DAY = 86_400_000;

const run = (env: Record<string, string>, ...args: string[]) =>
  runClew(["sessions", ...args, "--json"], { home, env });

/** Imports an export of a session that was active this many days ago. */
async function importOld(id: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY).toISOString();
  const session = { id, title: id, tags: [], createdAt: at, updatedAt: at };
  const thought = { number: 1, content: `Thought of ${id}`, timestamp: at };
  mkdirSync(join(home, "files"), { recursive: true });
  const file = join(home, "files", `${id}.json`);
  const thoughts = [{ id: `${id}-1`, thought, prev: null, next: [] }];
  writeFileSync(file, JSON.stringify({ version: "1.0", exportedAt: at, session, thoughts }));
  expect((await runClew(["import", file], { home })).code).toBe(0);
}

it("[LF18] [LF19] the command and the server apply retention rules", async () => {
  await importOld("fresh", 1);
  await importOld("old", 60);
  await importOld("ancient", 500);
  const env = { CLEW_RETENTION: "archive=30d,delete=365d" };
  const off = await run({}, "prune", "--dry-run");
  expect(JSON.parse(off.stdout)).toEqual({ dryRun: true, archived: [], deleted: [] });
  expect((await runClew(["sessions", "prune"], { home })).stdout).toContain("Retention is off");
  const planned = JSON.parse((await run(env, "prune", "--dry-run")).stdout);
  expect(planned).toMatchObject({ archived: [{ id: "clew-old" }], deleted: [{ id: "clew-ancient" }] });
  expect(JSON.parse((await run({}, "list")).stdout)).toHaveLength(3);
  for (const [rules, code, says] of [
    ["delete=0d", 2, "would delete every session"],
    ["delete=1h", 1, "would delete all 3 sessions"],
    ["nonsense", 2, "must be rules"],
  ] as const) {
    const refused = await run({ CLEW_RETENTION: rules }, "prune");
    expect([rules, refused.code, refused.stderr.includes(says)]).toEqual([rules, code, true]);
  }
  expect(JSON.parse((await run({}, "list")).stdout)).toHaveLength(3);
  await using server = await startServe({ home, env });
  const ids = async (query: string): Promise<string[]> => {
    const answer = await fetch(new URL(`/api/sessions${query}`, server.address));
    return ((await answer.json()) as { sessions: { id: string }[] }).sessions.map(({ id }) => id);
  };
  await expect.poll(() => ids("?archived=true")).toEqual(["clew-old"]);
  await expect.poll(() => ids("")).toEqual(["clew-fresh"]);
});
