import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runClew } from "../support/clew.ts";
import { handshake, request, speak } from "../support/stdio-exchange.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const home = folder.path;
const ids: string[] = [];
afterAll(() => folder[Symbol.dispose]());

beforeAll(async () => {
  const said = await speak({ home }, [
    ...handshake,
    ...["a", "b"].map((name, at) =>
      request(at + 1, "tools/call", {
        name: "thoughtbox",
        arguments: { workflow_id: name, thought: `Thought of ${name}`, sessionTitle: `Session ${name}` },
      }),
    ),
  ]);
  for (const id of [1, 2])
    ids.push(String((said.answer(id)?.result?.structuredContent as { sessionId?: string })?.sessionId));
});

const run = (...args: string[]) => runClew(["sessions", ...args, "--json"], { home });

async function outcome(...args: string[]) {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

it("[LF5] the command renames, tags and archives sessions", async () => {
  const [a] = ids as [string];
  await outcome("rename", a, "A new title");
  await outcome("tag", a, "one", "two");
  await outcome("untag", a, "one");
  expect(await outcome("list", "--tag", "two")).toMatchObject([
    { id: a, title: "A new title", tags: ["two"] },
  ]);
  await outcome("archive", a);
  expect(await outcome("list")).toHaveLength(1);
  await outcome("unarchive", a);
  expect(await outcome("list")).toHaveLength(2);
});

it("[LF14] [LF15] the command shows, briefs and exports a session as it was", async () => {
  const [a] = ids as [string];
  const soon = new Date(Date.now() + 60_000).toISOString();
  expect(await outcome("show", a, "--as-of", "#1")).toMatchObject({ thoughts: [{ seq: 1 }] });
  expect(await outcome("show", a, "--as-of", soon)).toMatchObject({ thoughtCount: 1 });
  expect((await outcome("brief", a, "--as-of", "#1")).brief).toContain("1 thought");
  const exported = await runClew(["sessions", "export", a, "--format", "json", "--as-of", "#1"], { home });
  expect(JSON.parse(exported.stdout).nodes).toHaveLength(1);
  for (const [moment, code, says] of [
    ["banana", 2, "--as-of must be a time"],
    ["#0", 2, "--as-of must be a time"],
    ["#9", 1, "there is no thought #9"],
    ["2001-01-01", 1, "did not exist"],
  ] as const)
    for (const command of ["show", "brief", "export"]) {
      const {
        code: exit,
        stderr,
        stdout,
      } = await runClew(["sessions", command, a, "--as-of", moment], { home });
      expect([command, moment, exit, stdout]).toEqual([command, moment, code, ""]);
      expect(stderr).toContain(says);
    }
});

it("[LF16] [LF17] the command compares and merges two sessions", async () => {
  const [a, b] = ids as [string, string];
  expect(await outcome("compare", a, b)).toMatchObject({ a: { id: a }, b: { id: b }, conflicts: [] });
  const merged = await outcome("merge", a, b, "--title", "Both");
  expect(merged).toMatchObject({ title: "Both", metadata: { mergedFrom: [a, b] } });
  for (const [args, code] of [
    [["merge", a, a, "--title", "x"], 1],
    [["merge", a, "nope", "--title", "x"], 1],
    [["merge", a, b], 2],
    [["merge", a, b, "--title", " "], 1],
    [["merge", a], 2],
    [["compare", a, a], 1],
  ] as const)
    expect([args, (await run(...args)).code]).toEqual([args, code]);
  expect(await outcome("list")).toHaveLength(3);
  await outcome("delete", merged.id, "--yes");
});

it("[E13] the command exports all sessions with an index", async () => {
  const [a, b] = ids as [string, string];
  await outcome("archive", b);
  const site = join(home, "site");
  expect(await outcome("export", "--all", "--format", "markdown", "--output", site)).toMatchObject({
    files: expect.arrayContaining([`${a}.md`, `${b}.md`]),
  });
  expect(readdirSync(site).sort()).toEqual([`${a}.md`, `${b}.md`, "index.html"].sort());
  const index = readFileSync(join(site, "index.html"), "utf8");
  expect(index).toContain(`href="${a}.md"`);
  expect(index).not.toMatch(/https?:\/\/|<script/);
  const [{ project }] = await outcome("list");
  await outcome("export", "--all", "--project", project, "--output", site);
  expect(readdirSync(site)).toContain(`${a}.html`);
  await outcome("unarchive", b);
  const refusals: readonly (readonly [readonly string[], string])[] = [
    [["--all", "--project", "nope", "--output", join(home, "none")], "no session in project 'nope'"],
    [["--all"], "--output"],
    [[a, "--all", "--output", site], "leave the id out"],
    [[], "name a session"],
    [[a, "--format", "pdf"], "--format must be one of markdown"],
  ];
  for (const [args, says] of refusals) {
    const { code, stderr } = await run("export", ...args);
    expect([args, code === 0, stderr.includes(says)]).toEqual([args, false, true]);
  }
  expect(existsSync(join(home, "none"))).toBe(false);
  const foreign = join(home, "foreign");
  mkdirSync(foreign);
  writeFileSync(join(foreign, "index.html"), "my page");
  expect((await run("export", "--all", "--output", foreign)).stderr).toContain("was not written by Clew");
  expect(readdirSync(foreign)).toEqual(["index.html"]);
});

it("[E14] a file that cannot be written is reported by its own name", async () => {
  const { code, stderr } = await run("export", ids[0]!, "--output", join(home, "missing", "x.md"));
  expect(code).toBe(1);
  expect(stderr).toBe(`clew: cannot write '${join(home, "missing", "x.md")}': its folder does not exist.\n`);
});

it("[LF7] [LF8] [LF11] the command redacts and deletes, and deletes nothing if an id is wrong", async () => {
  const [a, b] = ids as [string, string];
  expect(await outcome("redact", `${a}#1`, "--reason", "a secret")).toMatchObject({
    thought: { seq: 1, content: "[redacted]", redaction: { reason: "a secret" } },
  });
  for (const wrong of [[a, "nope", "--yes"], [a, b, a, "--yes"], [a]])
    expect((await run("delete", ...wrong)).code).not.toBe(0);
  expect((await run("redact", `${a}#1`)).code).toBe(2);
  expect(await outcome("list")).toHaveLength(2);
  expect(await outcome("delete", a, b, "--yes")).toMatchObject({ deleted: [a, b] });
  expect(await outcome("list")).toEqual([]);
  expect((await run("show", a)).code).not.toBe(0);
});
