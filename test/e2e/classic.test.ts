import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Client, Tool } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallResult, call } from "../support/call.ts";
import { connectHttp, connectStdio, connectThrough } from "../support/connect.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const name = "sequentialthinking";

describe("[C1] --tools classic beside the reference server", () => {
  const cleanup = new AsyncDisposableStack();
  let ours: Client;
  let reference: Client;

  beforeAll(async () => {
    const home = cleanup.use(temporaryFolder()).path;
    ours = cleanup.use(await connectStdio("handshake", { home }, ["--tools", "classic"])).client;
    reference = await connectReference();
    cleanup.defer(() => reference.close());
  });
  afterAll(() => cleanup.disposeAsync());

  const bothTools = () => Promise.all([ours, reference].map(toolOf));

  it("[C1] offers the one tool, with the same arguments and the same ones required", async () => {
    const { tools } = await ours.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([name]);
    const [mine, theirs] = await bothTools();
    const names = (tool?: Tool) => Object.keys(tool?.inputSchema.properties ?? {}).sort();
    expect(names(mine)).toEqual(names(theirs));
    expect([...(mine?.inputSchema.required ?? [])].sort()).toEqual(
      [...(theirs?.inputSchema.required ?? [])].sort(),
    );
    expect(Object.keys(mine?.outputSchema?.properties ?? {}).sort()).toEqual(
      [...Object.keys(theirs?.outputSchema?.properties ?? {}), "notes"].sort(),
    );
  });

  it("[FA6] marks and their companions are stored, and change nothing in the answer", async () => {
    const given = { thought: "Step", thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: true };
    const annotated = await call(ours, name, {
      ...given,
      confidence: 0.5,
      marks: ["risk: x"],
      project: "shop",
    });
    expect(annotated.isError).toBe(false);
    expect(Object.keys(annotated.structured!).sort()).toEqual(
      Object.keys((await call(reference, name, given)).structured!).sort(),
    );
    expect(String(annotated.meta["clew/warnings"])).toMatch(/The mark "risk: x" was kept as text/);
  });

  it("[C1] answers the same calls with the same fields, in text and in structured content", async () => {
    const step = (thoughtNumber: number, totalThoughts: number, more: object = {}) => ({
      thought: `Step ${thoughtNumber}`,
      thoughtNumber,
      totalThoughts,
      nextThoughtNeeded: true,
      ...more,
    });
    const calls = [
      step(1, 4),
      step(2, 4),
      step(3, 4, { isRevision: true, revisesThought: 2 }),
      step(3, 4, { branchFromThought: 2, branchId: "alternative" }),
      step(4, 4, { branchFromThought: 2, branchId: "alternative" }),
      step(4, 4, { branchFromThought: 3, branchId: "another" }),
      step(5, 4, { needsMoreThoughts: true }),
      step(6, 9),
      { ...step(7, 8), thoughtNumber: "7", totalThoughts: "8", nextThoughtNeeded: "true" },
      step(8, 8, { nextThoughtNeeded: false }),
    ];
    for (const given of calls) {
      const [mine, theirs] = await Promise.all([ours, reference].map((client) => call(client, name, given)));
      expect(mine?.structured, JSON.stringify(given)).toEqual(theirs?.structured);
      expect(JSON.parse(mine!.text)).toEqual(JSON.parse(theirs!.text));
      expect(mine?.isError).toBe(theirs?.isError);
    }
  });

  it("[C1] continues after the thought that was announced as the last", async () => {
    const given = { thought: "One more", thoughtNumber: 9, totalThoughts: 8, nextThoughtNeeded: true };
    const [mine, theirs] = await Promise.all([ours, reference].map((client) => call(client, name, given)));
    expect(mine?.structured).toEqual(theirs?.structured);
  });

  it("[C1] is true about itself: it keeps every thought, so it is not read-only", async () => {
    const [mine] = await bothTools();
    expect(mine?.annotations).toMatchObject({ readOnlyHint: false, idempotentHint: false });
  });
});

const NUL = String.fromCharCode(0);
const thought = "A step";
const base = { thought, thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true };
const without = (field: keyof typeof base) =>
  Object.fromEntries(Object.entries(base).filter(([key]) => key !== field));

/** Inputs in the order in which one history gets them; the reference server's behaviour is the expected one. */
const INPUTS: readonly (readonly [string, unknown])[] = [
  ["a fork of a thought of before a restart", { ...base, branchFromThought: 7, branchId: "earlier" }],
  ["a revision of a thought of before a restart", { ...base, isRevision: true, revisesThought: 12 }],
  ["a plain thought", base],
  ["an empty thought", { ...base, thought: "" }],
  ["a blank thought", { ...base, thought: "  \n\t " }],
  ["a thought of a NUL character", { ...base, thought: NUL }],
  ["a thought of emoji and markup", { ...base, thought: "🧵 <b>&</b> \u202e" }],
  ["a long thought", { ...base, thought: "word ".repeat(10_000) }],
  ["a thought that is a number", { ...base, thought: 7 }],
  ["a thought that is null", { ...base, thought: null }],
  ["a thought that is a list", { ...base, thought: ["a"] }],
  ["no thought", without("thought")],
  ["no number", without("thoughtNumber")],
  ["no total", without("totalThoughts")],
  ["no nextThoughtNeeded", without("nextThoughtNeeded")],
  ["nothing", {}],
  ["names in snake_case", { thought, thought_number: 1, total_thoughts: 3, next_thought_needed: true }],
  ["an unknown argument", { ...base, mood: "good" }],
  ["a session's id", { ...base, sessionId: "not-there" }],
  ...["2", " 7 ", "1e1", "0x10", "2.0", "2.5", "", " ", "two", "0", "-1", "Infinity", "9007199254740993"].map(
    (thoughtNumber) => [`the number ${JSON.stringify(thoughtNumber)}`, { ...base, thoughtNumber }] as const,
  ),
  ...[0, -1, 1.5, 2.5, 1e15, 1e300, true, false, null, [4], [4, 5], {}].map(
    (thoughtNumber) => [`the number ${JSON.stringify(thoughtNumber)}`, { ...base, thoughtNumber }] as const,
  ),
  ...["5", 0, 2.5, "x", true, null].map(
    (totalThoughts) => [`the total ${JSON.stringify(totalThoughts)}`, { ...base, totalThoughts }] as const,
  ),
  ["a number beyond the total", { ...base, thoughtNumber: 9, totalThoughts: 4 }],
  ["a number that counts down", { ...base, thoughtNumber: 4, totalThoughts: 9 }],
  ["a number that was there before", { ...base, thoughtNumber: 4, totalThoughts: 9 }],
  ...["true", "TRUE", "False", "yes", "1", "", " true", 1, 0, null, []].map(
    (nextThoughtNeeded) =>
      [`nextThoughtNeeded ${JSON.stringify(nextThoughtNeeded)}`, { ...base, nextThoughtNeeded }] as const,
  ),
  ["a thought after the last one", { ...base, thoughtNumber: 5 }],
  ["isRevision as text", { ...base, isRevision: "True", revisesThought: "1" }],
  ["isRevision that is null", { ...base, isRevision: null }],
  ["isRevision without revisesThought", { ...base, isRevision: true }],
  ["revisesThought without isRevision", { ...base, revisesThought: 1 }],
  ["revisesThought of itself", { ...base, thoughtNumber: 20, isRevision: true, revisesThought: 20 }],
  ["revisesThought of the future", { ...base, thoughtNumber: 21, isRevision: true, revisesThought: 99 }],
  ["revisesThought 0", { ...base, isRevision: true, revisesThought: 0 }],
  ["revisesThought null", { ...base, isRevision: true, revisesThought: null }],
  ["revisesThought fractional", { ...base, isRevision: true, revisesThought: 1.5 }],
  ["a branch", { ...base, branchFromThought: 1, branchId: "b" }],
  ["a branch with a number for its name", { ...base, branchFromThought: 1, branchId: "10" }],
  ["another with a smaller one", { ...base, branchFromThought: 1, branchId: "2" }],
  ["one more, which comes after the numbers", { ...base, branchFromThought: 1, branchId: "a" }],
  ["a branch that goes on", { ...base, thoughtNumber: 2, branchFromThought: 1, branchId: "b" }],
  [
    "a branch that goes on from elsewhere",
    { ...base, thoughtNumber: 3, branchFromThought: 55, branchId: "b" },
  ],
  ["a fork of a thought that is not there", { ...base, branchFromThought: 77, branchId: "far" }],
  [
    "a fork and a revision, both of nothing",
    {
      ...base,
      branchFromThought: 78,
      branchId: "farther",
      isRevision: true,
      revisesThought: 79,
    },
  ],
  ["a branch without a fork point", { ...base, branchId: "loose" }],
  ["a fork point without a branch", { ...base, branchFromThought: 1 }],
  ["a branch with an empty name", { ...base, branchFromThought: 1, branchId: "" }],
  ["a branch with a blank name", { ...base, branchFromThought: 1, branchId: " " }],
  ["a branch with a path for its name", { ...base, branchFromThought: 1, branchId: "../../etc" }],
  ["a branch whose name is a number", { ...base, branchFromThought: 1, branchId: 4 }],
  ["a branch whose name is null", { ...base, branchFromThought: 1, branchId: null }],
  ["a fork point as text", { ...base, branchFromThought: "1", branchId: "text" }],
  ["a fork point of 0", { ...base, branchFromThought: 0, branchId: "zero" }],
  ["needsMoreThoughts as text", { ...base, needsMoreThoughts: "true" }],
  ["needsMoreThoughts as a number", { ...base, needsMoreThoughts: 1 }],
  ["a last thought", { ...base, nextThoughtNeeded: false }],
  ["one more after it", { ...base, thoughtNumber: 30, totalThoughts: 30 }],
];

describe.each([
  ["stdio", "handshake"],
  ["stdio", "2026-07-28"],
  ["http", "handshake"],
] as const)("[C2] inputs beside the reference server, %s in %s", (kind, era) => {
  it(`[C2] all ${INPUTS.length} are accepted or refused as by the reference server, with the same answer`, async () => {
    await using cleanup = new AsyncDisposableStack();
    const home = cleanup.use(temporaryFolder()).path;
    const reference = await connectReference();
    cleanup.defer(() => reference.close());
    const server =
      kind === "http" ? cleanup.use(await startServe({ home }, ["--tools", "classic"])) : undefined;
    const ours = cleanup.use(
      await (server ? connectHttp(era, server.url) : connectStdio(era, { home }, ["--tools", "classic"])),
    ).client;
    const different: object[] = [];
    for (const [what, given] of INPUTS) {
      const [mine, theirs] = await Promise.all(
        [ours, reference].map((client) => call(client, name, given as Record<string, unknown>)),
      );
      const shape = ({ isError, structured, text }: CallResult) => ({
        isError,
        structured,
        ...(!isError && { text }),
      });
      if (!isDeepStrictEqual(shape(mine!), shape(theirs!)))
        different.push({ what, ours: { ...shape(mine!), text: mine!.text }, reference: shape(theirs!) });
    }
    expect(INPUTS.length).toBeGreaterThanOrEqual(60);
    expect(different).toEqual([]);
  });
});

it("[C3] a link to a missing thought is recorded with a warning", async () => {
  using home = temporaryFolder();
  await using on = await connectStdio("handshake", { home: home.path }, ["--tools", "classic"]);
  const first = await call(on.client, name, { ...base, isRevision: true, revisesThought: 12 });
  expect(first.meta["clew/warnings"]).toEqual([
    expect.stringMatching(/revisesThought: there is no thought 12.*recorded without that link/),
  ]);
  const fork = await call(on.client, name, {
    ...base,
    thoughtNumber: 2,
    branchFromThought: 9,
    branchId: "b",
  });
  expect(fork.meta["clew/warnings"]).toEqual([expect.stringContaining("branchFromThought")]);
  const loose = await call(on.client, name, { ...base, thoughtNumber: 3, branchId: "loose" });
  expect(loose.meta["clew/warnings"]).toEqual([expect.stringContaining("branchFromThought")]);
  const uri = `thoughtbox://sessions/${first.meta["clew/sessionId"]}/thoughts`;
  const kept = JSON.stringify((await on.client.readResource({ uri })).contents).replaceAll("\\", "");
  expect(kept).toMatch(/"claimed": ?\{n? *"revisesThought": ?12/);
});

async function toolOf(client: Client): Promise<Tool | undefined> {
  return (await client.listTools()).tools.find((tool) => tool.name === name);
}

function connectReference(): Promise<Client> {
  const manifest = createRequire(import.meta.url).resolve(
    "@modelcontextprotocol/server-sequential-thinking/package.json",
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(dirname(manifest), "dist/index.js")],
    env: { DISABLE_THOUGHT_LOGGING: "true" },
    stderr: "ignore",
  });
  return connectThrough(transport, "handshake");
}
