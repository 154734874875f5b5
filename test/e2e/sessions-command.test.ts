import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runClew } from "../support/clew.ts";
import { sessionOnDisk } from "../support/ledger.ts";
import { handshake, request, speak } from "../support/stdio-exchange.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const home = folder.path;
let [debugging, caching] = ["", ""];

beforeAll(async () => {
  const box = (id: number, workflow_id: string, given: object) =>
    request(id, "tools/call", { name: "thoughtbox", arguments: { workflow_id, ...given } });
  const said = await speak({ home }, [
    ...handshake,
    box(1, "a", {
      thought: "The error occurs because...",
      sessionTitle: "Debug authentication flow",
      sessionTags: ["debugging", "auth"],
    }),
    box(2, "a", { thought: "Tracing the code, I see...", nextThoughtNeeded: false }),
    box(3, "b", { thought: "Reads are slow", sessionTitle: "Cache or not" }),
    box(4, "b", { thought: "Cache them", branchFromThought: 1, branchId: "caching-approach" }),
    box(5, "b", { thought: "Reads are slow at noon", isRevision: true, revisesThought: 1 }),
  ]);
  const idOf = (id: number) =>
    String((said.answer(id)?.result?.structuredContent as { sessionId?: string })?.sessionId);
  [debugging, caching] = [idOf(1), idOf(3)];
});
afterAll(() => folder[Symbol.dispose]());

const sessions = (...args: string[]) => runClew(["sessions", ...args], { home });

/** The answer of a command that must succeed with `--json`. */
async function outcome(...args: string[]) {
  const { code, stdout, stderr } = await sessions(...args, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("clew sessions", () => {
  it("[D1] list shows a table for people, newest activity first", async () => {
    const { code, stdout, stderr } = await sessions("list");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [head, ...rows] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^ID +THOUGHTS +BRANCHES +STATE +LAST ACTIVITY +TITLE$/);
    expect(rows).toEqual([
      expect.stringMatching(new RegExp(`^${caching} +3 +1 +active +.* Cache or not$`)),
      expect.stringMatching(new RegExp(`^${debugging} +2 +0 +complete +.* Debug authentication flow$`)),
    ]);
  });

  it("[D1] list --json has the fields of the gateway's list", async () => {
    expect(await outcome("list")).toMatchObject([
      { id: caching, branchCount: 1 },
      {
        id: debugging,
        title: "Debug authentication flow",
        tags: ["debugging", "auth"],
        thoughtCount: 2,
        branchCount: 0,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it("[D1] [WB45] list filters by tag, state, status and project, and takes a limit", async () => {
    const ids = async (...args: string[]) =>
      (await outcome("list", ...args)).map(({ id }: { id: string }) => id);
    expect(await ids("--tag", "auth", "debugging")).toEqual([debugging]);
    expect(await ids("--tag", "auth", "--tag", "no-such-tag")).toEqual([]);
    expect(await ids("--status", "active")).toEqual([caching]);
    expect(await ids("--state", "complete")).toEqual([debugging]);
    expect(await ids("--state", "active")).toEqual([caching]);
    expect(await ids("--state", "unfinished")).toEqual([]);
    expect(await sessions("list", "--state", "done")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("one of active, unfinished, complete"),
    });
    expect(await ids("--project", "no-such-project")).toEqual([]);
    expect(await ids("--limit", "1")).toEqual([caching]);
  });

  it("[D1] show prints a session with its thoughts, branches and revisions marked", async () => {
    const { code, stdout } = await sessions("show", caching);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Cache or not\n.* · active · 3 thoughts\n/);
    expect(stdout).toMatch(/\n1\/1 · .*Z\nReads are slow\n/);
    expect(stdout).toMatch(/\n2\/2 \[caching-approach\] · .*Z\nCache them\n/);
    expect(stdout).toMatch(/ revises 1 · .*Z\nReads are slow at noon\n/);
  });

  it("[D1] show --json has the session and every thought", async () => {
    const shown = await outcome("show", debugging);
    expect(shown).toMatchObject({ id: debugging, status: "completed", thoughtCount: 2 });
    expect(shown.thoughts.map(({ content }: { content: string }) => content)).toEqual([
      "The error occurs because...",
      "Tracing the code, I see...",
    ]);
  });

  it("[D1] search finds thoughts by their words", async () => {
    const { results } = await outcome("search", "tracing", "code");
    expect(results).toEqual([
      {
        sessionId: debugging,
        title: "Debug authentication flow",
        thoughtNumber: 2,
        seq: 2,
        snippet: expect.stringMatching(/\[Tracing\].*\[code\]/),
        score: expect.any(Number),
        why: "words: tracing, code; fact: outcome",
        fact: expect.objectContaining({ kind: "outcome" }),
        neighbours: [1],
      },
    ]);
    expect((await sessions("search", "tracing")).stdout).toContain(`${debugging} #2`);
    expect(await sessions("search", "zebra")).toMatchObject({
      code: 0,
      stdout: "No thought contains these words.\n",
    });
  });

  it("[D1] search filters by tag, source and time", async () => {
    const found = async (...args: string[]) => (await outcome("search", "tracing", ...args)).results.length;
    expect(await found("--tag", "auth", "debugging")).toBe(1);
    expect(await found("--tag", "no-such-tag")).toBe(0);
    expect(await found("--source", "thoughtbox", "--since", "2020-01-01")).toBe(1);
    expect(await found("--source", "think")).toBe(0);
    expect(await found("--until", "2020-01-01")).toBe(0);
    for (const wrong of [
      ["--source", "window"],
      ["--since", "yesterday"],
    ])
      expect(await sessions("search", "tracing", ...wrong)).toMatchObject({ code: 2 });
  });

  it("[Y4] brief summarizes a session in a few lines", async () => {
    const { code, stdout } = await sessions("brief", caching);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Cache or not\n\nactive, 3 thoughts, 1 branch, 1 revision, last activity /);
    expect(stdout).toContain("**Goal**\n- Reads are slow (#1)\n");
    expect(await outcome("brief", caching, "--max-tokens", "600")).toEqual({
      brief: stdout,
      tokens: Math.ceil(Buffer.byteLength(stdout) / 4),
      lines: expect.arrayContaining([expect.objectContaining({ section: "goal", origin: "inferred" })]),
    });
    expect((await outcome("brief", caching, "--max-tokens", "50")).tokens).toBeLessThanOrEqual(50);
    expect(await sessions("brief", "no-such-session")).toMatchObject({ code: 1 });
    expect(await sessions("brief", caching, "--max-tokens", "few")).toMatchObject({ code: 2 });
  });

  it("[D1] export writes Markdown as the seed shows it", async () => {
    const { createdAt } = await sessionOnDisk(home, debugging);
    const { code, stdout } = await sessions("export", debugging);
    expect(code).toBe(0);
    expect(stdout).toBe(`# Debug authentication flow

**Session ID:** ${debugging}
**Created:** ${createdAt}
**Tags:** debugging, auth

---

## Thought 1

The error occurs because...

## Thought 2

Tracing the code, I see...
`);
  });

  it("[D1] export puts branches under headings of their own and marks revisions", async () => {
    const { stdout } = await sessions("export", caching);
    expect(stdout.match(/^##.*$/gm)).toEqual([
      "## Thought 1",
      "## Thought 2 (revises thought 1)",
      "## Branch: caching-approach (from thought 1)",
      "### Thought 2",
    ]);
  });

  it("[D1] export --format json has version, session, nodes and exportedAt", async () => {
    const { stdout } = await sessions("export", caching, "--format", "json");
    const document = JSON.parse(stdout);
    expect(Object.keys(document)).toEqual(["version", "session", "nodes", "exportedAt"]);
    expect(document).toMatchObject({ version: "1.0", session: { id: caching, title: "Cache or not" } });
    const [first, branch, revision] = document.nodes;
    expect(first).toMatchObject({ prev: null, next: [branch.id, revision.id] });
    expect(branch).toMatchObject({ prev: first.id, branchOrigin: first.id });
    expect(revision).toMatchObject({ prev: first.id, revisesNode: first.id });
  });

  it("[D1] export --output writes the same document to a file, whole or not at all", async () => {
    const file = join(home, "out.md");
    expect(await sessions("export", debugging, "--output", file)).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    expect(readFileSync(file, "utf8")).toBe((await sessions("export", debugging)).stdout);
    const refused = await sessions("export", debugging, "--output", join(home, "no-such-folder", "out.md"));
    expect(refused).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^clew: cannot write.*\n$/),
    });
    expect(readdirSync(home).filter((name) => name.includes(".part"))).toEqual([]);
  });

  it.each(["show", "analyze", "export"])(
    "[D1] %s of an unknown session exits 1 with one line",
    async (command) => {
      const { code, stdout, stderr } = await sessions(command, "no-such-session");
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^clew: no session 'no-such-session'.*clew sessions list.*\n$/);
    },
  );

  it.each([
    [["frobnicate"]],
    [[]],
    [["show"]],
    [["search"]],
    [["list", "--limit", "none"]],
    [["list", "--limit", "0"]],
    [["list", "--status", "asleep"]],
    [["list", "--no-such-flag"]],
  ])("[D1] wrong use exits 2: clew sessions %j", async (args) => {
    const { code, stdout, stderr } = await sessions(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toBe("");
  });

  it("[E6] export --format mermaid and svg draw the session's graph", async () => {
    const mermaid = await sessions("export", debugging, "--format", "mermaid");
    expect(mermaid.stdout).toMatch(/^---\ntitle: .*\n---\nflowchart TD\n {2}t1\[/);
    const svg = await sessions("export", debugging, "--format", "svg");
    expect(svg.stdout).toMatch(/^<svg xmlns=[\s\S]*<\/svg>\n$/);
  });

  it("[D1] an unknown format exits 2 and lists the known ones", async () => {
    const { code, stderr } = await sessions("export", debugging, "--format", "pdf");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/markdown, json, chain.*'pdf'/),
    });
  });

  it("[D1] an empty ledger prints how to begin", async () => {
    using empty = temporaryFolder();
    const { code, stdout } = await runClew(["sessions", "list"], { home: empty.path });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^No sessions yet\./) });
    const filtered = await runClew(["sessions", "list", "--project", "nope"], { home: empty.path });
    expect(filtered.stdout).toBe("No session matches --project nope. Leave out --project to list more.\n");
    expect(JSON.parse((await runClew(["sessions", "list", "--json"], { home: empty.path })).stdout)).toEqual(
      [],
    );
  });
});
