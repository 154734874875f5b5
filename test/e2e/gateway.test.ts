import { mkdirSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, call } from "../support/call.ts";
import { clewCommand, clewEnvironment } from "../support/clew.ts";
import { type Connected, connectHttp, connectStdio, eras } from "../support/connect.ts";
import { prepareLedger } from "../support/deployment-ledger.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Args = Readonly<Record<string, unknown>>;

/** Calls one operation of the gateway. */
const gateway = ({ client }: Pick<Connected, "client">, operation: string, args?: Args) =>
  call(client, "thoughtbox_gateway", { operation, ...(args && { args }) });

/** The same, and it must succeed. */
async function done(connected: Pick<Connected, "client">, operation: string, args?: Args) {
  const result = await gateway(connected, operation, args);
  if (result.isError) throw new Error(`${operation} refused: ${result.text}`);
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is checked by the tests themselves.
  return result.structured as Record<string, any>;
}

const step = (thoughtNumber: number, more: Args = {}) => ({
  thought: `Step ${thoughtNumber}`,
  thoughtNumber,
  totalThoughts: 5,
  nextThoughtNeeded: true,
  ...more,
});

describe.each(eras)("the gateway over stdio, without handles (%s)", (era) => {
  const cleanup = new AsyncDisposableStack();
  const home = cleanup.use(temporaryFolder());
  const projects = cleanup.use(temporaryFolder());
  let one: Connected;
  beforeAll(async () => {
    one = cleanup.use(await connectStdio(era, { home: home.path, env: { CLEW_ROOTS: projects.path } }));
  });
  afterAll(() => cleanup.disposeAsync());

  it("[U1] an agent that follows only the error messages records its first thought with the fourth call", async () => {
    const refused = await gateway(one, "thought", step(1));
    const { error } = JSON.parse(refused.text);
    expect(refused.structured).toEqual({ error });
    expect(error).toMatchObject({
      code: "STAGE_NOT_MET",
      message: "Operation 'thought' requires Stage 2. Current stage: 0.",
      hint: expect.stringMatching(/^Call this tool next with /),
    });
    const calls = [...error.hint.matchAll(/\{"operation".*?\}(?=, then)/g)].map(([json]) => JSON.parse(json));
    expect(calls).toHaveLength(2);
    for (const { operation, args } of calls) await done(one, operation, args);
    expect(await done(one, "thought", step(1))).toMatchObject({ thoughtNumber: 1 });
    expect(await done(one, "get_state")).toMatchObject({ hasActiveSession: true, stage: 2 });
  });

  it.each(["named", "there"])(
    "[U1] the calls that a refusal names work when an earlier session is %s",
    async (how) => {
      await using on = await connectStdio(era, { home: home.path });
      const before = await answerOf(on.client, "thoughtbox", { thought: "First.", sessionTitle: "Before" });
      const named = how === "named" ? { sessionId: before.sessionId } : {};
      const refused = await gateway(on, "thought", step(1, named));
      const { hint } = JSON.parse(refused.text).error;
      const calls = [...hint.matchAll(/\{"operation".*?\}(?=, then)/g)].map(([json]) => JSON.parse(json));
      expect(calls).toHaveLength(2);
      for (const { operation, args } of calls) await done(on, operation, args);
      const recorded = await done(on, "thought", step(2, named));
      expect(recorded.sessionId === before.sessionId).toBe(how === "named");
    },
  );

  it("[U2] start_new, load_context and cipher answer as the seed shows, and the stage is kept", async () => {
    const started = await done(one, "start_new", {
      title: "Investigate memory leak",
      tags: ["debugging", "performance"],
      project: "my-app",
      description: "High memory on prod server",
    });
    expect(started).toEqual({
      sessionId: expect.stringMatching(/^investigate-memory-leak-\d{4}-\d\d-\d\d/),
      message: "Session created successfully",
    });
    expect(await done(one, "get_state")).toEqual({
      hasActiveSession: true,
      sessionId: started.sessionId,
      project: "my-app",
      stage: 1,
    });
    const primer = await gateway(one, "cipher");
    for (const part of ["Forward", "Backward", "Branching", "Revision", "Quality"])
      expect(primer.text).toContain(part);
    expect(primer.structured).toMatchObject({ stage: 2, primer: primer.text });
    await done(one, "thought", step(1));
    await done(one, "thought", step(2));
    await done(one, "start_new", { title: "Something else" });
    expect(await done(one, "load_context", { sessionId: started.sessionId })).toEqual({
      session: { id: started.sessionId, title: "Investigate memory leak", thoughtCount: 2 },
      thoughts: [
        { thoughtNumber: 1, thought: "Step 1" },
        { thoughtNumber: 2, thought: "Step 2" },
      ],
    });
    // The stage belongs to the session, so the primer is not needed again.
    expect(await done(one, "thought", step(3))).toMatchObject({
      sessionId: started.sessionId,
      thoughtNumber: 3,
    });
  });

  it("[U3] a thought returns number, total, session and time; a critique without an engine changes nothing else", async () => {
    const result = await done(one, "thought", step(4, { critique: true }));
    expect(result).toMatchObject({
      thoughtNumber: 4,
      totalThoughts: 5,
      sessionId: expect.any(String),
      timestamp: expect.stringMatching(/Z$/),
      critiqueNote: expect.stringMatching(/^SAMPLING_UNAVAILABLE: .*engine/),
    });
    const fork = await done(
      one,
      "thought",
      step(5, { branchFromThought: 2, branchId: "alternative-approach" }),
    );
    expect(fork).toMatchObject({ thoughtNumber: 5 });
    const revision = await done(
      one,
      "thought",
      step(6, { isRevision: true, revisesThought: 1, nextThoughtNeeded: false }),
    );
    expect(revision).toMatchObject({ sessionClosed: true });
    expect(await done(one, "get_state")).toMatchObject({ hasActiveSession: false, stage: 2 });
  });

  it("[U4] session list, get, export, analyze, search and brief work on the current session", async () => {
    const { sessionId } = await done(one, "get_state");
    const { sessions } = await done(one, "session", {
      action: "list",
      filter: { tags: ["debugging"], limit: 10 },
    });
    expect(sessions).toEqual([
      {
        id: sessionId,
        title: "Investigate memory leak",
        tags: ["debugging", "performance"],
        thoughtCount: 6,
        branchCount: 1,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    const whole = await done(one, "session", { action: "get", sessionId });
    expect(whole.thoughts).toHaveLength(6);
    const markdown = await done(one, "session", { action: "export", sessionId, format: "markdown" });
    expect(markdown.content).toMatch(/^# Investigate memory leak\n\n\*\*Session ID:\*\* /);
    const json = await done(one, "session", { operation: "export", session_id: sessionId, format: "json" });
    expect(Object.keys(JSON.parse(json.content))).toEqual(["version", "session", "nodes", "exportedAt"]);
    const analysis = await done(one, "session", { action: "analyze" });
    expect(analysis).toMatchObject({
      metadata: { thoughtCount: 6, branchCount: 1, revisionCount: 1 },
      structure: { linearityScore: 0.66, maxDepth: 2 },
      quality: { critiqueRequests: 1, hasConvergence: true, isComplete: true },
      definitions: expect.any(Object),
    });
    const { results } = await done(one, "session", { action: "search", query: "step", sessionId });
    expect(results).toHaveLength(6);
    const brief = await done(one, "session", { action: "brief", sessionId, maxTokens: 200 });
    expect(brief).toMatchObject({
      brief: expect.stringContaining("memory leak"),
      tokens: expect.any(Number),
    });
  });

  it("[LF6] an agent renames and tags its session, and can neither archive, redact nor delete it", async () => {
    const { sessionId } = await done(one, "get_state");
    const before = { title: "Investigate memory leak", tags: ["debugging", "performance"] };
    expect(await done(one, "session", { action: "rename", title: "The leak" })).toEqual({
      sessionId,
      title: "The leak",
      tags: before.tags,
    });
    expect(await done(one, "session", { action: "tag", tags: ["heap"] })).toMatchObject({
      tags: [...before.tags, "heap"],
    });
    await done(one, "session", { action: "untag", tags: ["heap"] });
    expect((await gateway(one, "session", { action: "rename", title: " " })).text).toContain("title");
    expect((await gateway(one, "session", { action: "tag" })).text).toContain("args.tags");
    for (const action of ["archive", "redact", "delete"])
      expect((await gateway(one, "session", { action })).text).toContain("There is no operation");
    expect(await done(one, "session", { action: "rename", ...before })).toMatchObject(before);
  });

  it("[U5] navigate moves within the hierarchy, and new sessions begin there", async () => {
    expect(await done(one, "navigate", { to: "project", value: "other-app" })).toMatchObject({
      project: "other-app",
    });
    expect(await done(one, "navigate", { to: "task", value: "login" })).toMatchObject({
      project: "other-app",
      task: "login",
    });
    await done(one, "navigate", { to: "aspect", value: "speed" });
    await done(one, "start_new", { title: "Where does it begin?" });
    const { sessions } = await done(one, "list_sessions", { project: "other-app", limit: 20 });
    expect(sessions).toMatchObject([{ title: "Where does it begin?" }]);
    expect(await done(one, "get_state")).toMatchObject({
      project: "other-app",
      task: "login",
      aspect: "speed",
    });
    expect(await done(one, "navigate", { to: "task", value: "logout" })).toEqual({
      navigated: "task",
      project: "other-app",
      task: "logout",
    });
    const refused = await gateway(one, "navigate", { to: "nowhere", value: "x" });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining("project, task or aspect"),
    });
  });

  it("[U6] an unknown session is reported before a wrong stage, and an unknown operation lists the known ones", async () => {
    for (const operation of ["thought", "cipher", "load_context", "session"])
      expect((await gateway(one, operation, { sessionId: "nope" })).text).toMatch(/"SESSION_NOT_FOUND"/);
    expect((await gateway(one, "dance")).text).toContain("start_new");
    expect((await gateway(one, "session", { action: "dance" })).text).toContain("analyze");
    expect((await gateway(one, "start_new", {})).text).toContain("title");
  });

  it("[U7] bind_root takes a folder inside a configured one; without client roots list_roots names those", async () => {
    const folder = join(projects.path, "project");
    mkdirSync(folder, { recursive: true });
    const rootUri = pathToFileURL(folder).href;
    const configured = pathToFileURL(projects.path).href;
    expect(await done(one, "list_roots")).toMatchObject({
      roots: [],
      note: expect.stringContaining(configured),
    });
    for (const uri of [rootUri, configured])
      expect(await done(one, "bind_root", { rootUri: uri })).toMatchObject({ rootUri: uri });
  });

  it("[U9] bind_root refuses every folder that was not offered, without revealing whether it exists", async () => {
    symlinkSync(home.path, join(projects.path, "link"));
    const outside = ["/", "/etc", "/home", "/root", "/no/such/folder", homedir(), tmpdir(), home.path];
    const linked = [join(projects.path, "link"), join(projects.path, "..")];
    const codes = new Set<string>();
    for (const folder of [...outside, ...linked]) {
      const { isError, text, meta } = await gateway(one, "bind_root", { rootUri: `file://${folder}` });
      expect([folder, isError, meta["clew/code"]]).toEqual([folder, true, "ROOT_NOT_ALLOWED"]);
      codes.add(text);
    }
    expect(codes.size).toBe(1);
  });

  it.each([
    ["missing", {}],
    ["empty", { rootUri: "" }],
    ["a path", { rootUri: "/etc" }],
    ["a web address", { rootUri: "https://example.org/" }],
    ["another host", { rootUri: "file://example.org/share" }],
    ["an encoded slash", { rootUri: "file:///tmp%2Fx" }],
    ["a zero byte", { rootUri: "file:///tmp/%00" }],
    ["no text", { rootUri: 7 }],
    ["a list", { rootUri: ["file:///tmp"] }],
  ])("[U10] a rootUri that is %s is INVALID_ARGS", async (_, args) => {
    const { isError, structured } = await gateway(one, "bind_root", args);
    expect([isError, structured]).toMatchObject([true, { error: { code: "INVALID_ARGS" } }]);
  });

  it("[U8] [U2] models and notebooks are reached through the gateway, and the first of either raises the stage to 3", async () => {
    await done(one, "start_new", { title: "Models" });
    expect((await gateway(one, "mental_models", { action: "list" })).text).toMatch(
      /"STAGE_NOT_MET".*cipher/s,
    );
    await done(one, "cipher");
    expect((await gateway(one, "notebook", { action: "run_cell", cellId: "cell-1" })).isError).toBe(true);
    expect(await done(one, "get_state")).toMatchObject({ stage: 2 });
    const { models } = await done(one, "mental_models", { action: "list", filter: { tags: ["debugging"] } });
    expect((models as { name: string }[]).map(({ name }) => name)).toContain("rubber-duck");
    expect(await done(one, "mental_models", { action: "get", name: "rubber-duck" })).toMatchObject({
      name: "rubber-duck",
    });
    const { tags } = await done(one, "mental_models", { action: "list_tags" });
    expect(tags).toContain("debugging");
    expect(await done(one, "get_state")).toMatchObject({ stage: 3 });
    await done(one, "start_new", { title: "Notebooks" });
    await done(one, "cipher");
    expect(await done(one, "notebook", { action: "create", title: "x" })).toMatchObject({
      title: "x",
      cells: [],
    });
    expect(await done(one, "get_state")).toMatchObject({ stage: 3 });
  });
});

it("[P10] repeating start_new with the same idempotency key opens no second session", async () => {
  using home = temporaryFolder();
  await using one = await connectStdio("2026-07-28", { home: home.path });
  const start = () =>
    call(
      one.client,
      "thoughtbox_gateway",
      { operation: "start_new", args: { title: "Once" } },
      { "clew/idempotencyKey": "start" },
    );
  const first = await start();
  expect((await start()).structured).toEqual(first.structured);
  expect((await done(one, "list_sessions")).sessions).toHaveLength(1);
});

it("[U2] a session's stage survives the server, and a handle carries it to another connection", async () => {
  using home = temporaryFolder();
  let sessionId: unknown;
  {
    await using first = await connectStdio("handshake", { home: home.path });
    ({ sessionId } = await done(first, "start_new", { title: "Long work" }));
    await done(first, "cipher");
  }
  await using server = await startServe({ home: home.path });
  await using second = await connectHttp("2026-07-28", server.url);
  expect(await done(second, "thought", step(1, { sessionId }))).toMatchObject({ sessionId });
  const lost = await gateway(second, "cipher");
  expect(lost.text).toMatch(/"INVALID_ARGS".*start_new/s);
  expect(await done(second, "get_state", { sessionId })).toMatchObject({ sessionId, stage: 2 });
});

it("[U7] [U9] a client with roots lists them; a root must be inside one of them and not in a forbidden folder", async () => {
  using home = temporaryFolder();
  using projects = temporaryFolder();
  const inside = join(projects.path, "open/project");
  const sibling = join(projects.path, "open-not");
  for (const folder of [inside, sibling]) mkdirSync(folder, { recursive: true });
  const root = { uri: pathToFileURL(join(projects.path, "open")).href, name: "open" };
  const client = new Client(
    { name: "with-roots", version: "0" },
    { capabilities: { roots: {} }, versionNegotiation: { mode: "legacy" } },
  );
  const roots = [root];
  client.setRequestHandler("roots/list", () => ({ roots }));
  await prepareLedger(home.path);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [clewCommand, "mcp"],
      env: clewEnvironment({ home: home.path }),
      stderr: "ignore",
    }),
  );
  try {
    expect(await done({ client }, "list_roots")).toEqual({ roots: [root] });
    await done({ client }, "bind_root", { rootUri: pathToFileURL(inside).href });
    for (const folder of [sibling, projects.path, home.path])
      expect(
        (await gateway({ client }, "bind_root", { rootUri: pathToFileURL(folder).href })).text,
      ).toContain("ROOT_NOT_ALLOWED");
    roots.splice(0, 1, { uri: "file:///", name: "everything" });
    for (const folder of ["/", "/etc", "/home/ann", homedir(), home.path, join(home.path, "exports")])
      expect(
        (await gateway({ client }, "bind_root", { rootUri: pathToFileURL(folder).href })).text,
      ).toContain("ROOT_NOT_ALLOWED");
  } finally {
    await client.close();
  }
});
