import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, call } from "../support/call.ts";
import { connectHttp, eras } from "../support/connect.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cleanup = new AsyncDisposableStack();
let serving: Serving;
beforeAll(async () => {
  serving = cleanup.use(await startServe({ home: cleanup.use(temporaryFolder()).path }));
});
afterAll(() => cleanup.disposeAsync());

describe.each(eras)("the headers of %s", (era) => {
  it.each([
    [
      "X-Workflow-Id before X-Session-Id",
      { "X-Workflow-Id": "head-w", "X-Session-Id": "head-s" },
      {},
      "head-w",
    ],
    ["X-Session-Id when there is no workflow", { "X-Session-Id": "head-s" }, {}, "head-s"],
    [
      "X-Session-Id when the workflow is empty",
      { "X-Workflow-Id": "", "X-Session-Id": "head-s" },
      {},
      "head-s",
    ],
    ["_meta before a header", { "X-Workflow-Id": "head-w" }, { session_id: "meta-s" }, "meta-s"],
    ["a header when _meta is empty", { "X-Workflow-Id": "head-w" }, { session_id: "" }, "head-w"],
  ])("[T5] the handle is %s", async (_, headers, meta, expected) => {
    await using connected = await connectHttp(era, serving.url, headers);
    const outcome = await call(connected.client, "think", { thought: "Where am I?" }, meta);
    expect(outcome.structured?.session_id).toBe(expected);
  });
});

it("[T5] without any handle a handshake-era connection is the handle", async () => {
  await using connected = await connectHttp("handshake", serving.url);
  const outcome = await call(connected.client, "think", { thought: "Where am I?" });
  expect(outcome.structured?.session_id).toMatch(/^[0-9a-f-]{36}$/);
});

/** Clients with unique names, so that no test finds another's sessions. */
let clients = 0;
async function connect(name = `client-${++clients}`) {
  const { client } = cleanup.use(await connectHttp("2026-07-28", serving.url, {}, name));
  return {
    name,
    client,
    chain: (thoughtNumber: number | undefined, more: object = {}) =>
      answerOf(client, "thoughtbox", {
        thought: `Step ${thoughtNumber}`,
        ...(thoughtNumber !== undefined && { thoughtNumber }),
        totalThoughts: 9,
        nextThoughtNeeded: true,
        ...more,
      }),
    gateway: (operation: string, args: object = {}) =>
      call(client, "thoughtbox_gateway", { operation, args }),
    notebook: (operation: string, args: object = {}) => call(client, "notebook", { operation, args }),
  };
}

describe("a stateless client without a handle", () => {
  it("[HN1] [HN4] opens a session for number 1, without a number and with a title, and returns its id", async () => {
    const { client, chain } = await connect();
    const outcome = [
      await chain(1),
      await chain(1),
      await chain(undefined),
      await chain(2, { sessionTitle: "New" }),
    ];
    expect(new Set(outcome.map(({ sessionId }) => sessionId)).size).toBe(4);
    for (const { sessionId, warning } of outcome) {
      expect(warning).toContain(`opened session "${sessionId}"`);
      expect(warning).toContain(`Send sessionId: "${sessionId}"`);
    }
    const { text, structured } = await call(client, "thoughtbox", {
      thought: "In the text too",
      thoughtNumber: 1,
    });
    expect(text).toContain("No sessionId was sent");
    expect(JSON.parse(text)).toEqual(structured);
  });

  it("[HN2] [HN4] continues the only open chain that the number fits, and returns its id", async () => {
    const { chain } = await connect();
    const { sessionId } = await chain(1);
    const second = await chain(2);
    expect(second).toMatchObject({ sessionId, thoughtHistoryLength: 2 });
    expect(second.warning).toContain(`continues session "${sessionId}"`);
    const named = await chain(3, { sessionId });
    expect(named).toMatchObject({ sessionId, thoughtHistoryLength: 3 });
    expect(named).not.toHaveProperty("warning");
    expect(await chain(4)).toMatchObject({ sessionId, thoughtHistoryLength: 4 });
    expect(await chain(5, { nextThoughtNeeded: false })).toMatchObject({ sessionId, sessionClosed: true });
    expect((await chain(6)).sessionId).not.toBe(sessionId);
  });

  it("[HN2] plans backwards without a handle", async () => {
    const { chain } = await connect();
    const { sessionId } = await chain(5);
    for (const number of [4, 3, 2]) expect(await chain(number)).toMatchObject({ sessionId });
  });

  it("[HN3] two clients of one name that think in turns never mix", async () => {
    const [a, b] = [await connect("twin"), await connect("twin")];
    const [mine, yours] = [await a.chain(1), await b.chain(1)];
    expect(yours.sessionId).not.toBe(mine.sessionId);
    const third = await a.chain(2);
    expect([mine.sessionId, yours.sessionId]).not.toContain(third.sessionId);
    expect(third).toMatchObject({ thoughtHistoryLength: 1, thoughtNumber: 2 });
    for (const { sessionId } of [mine, yours]) {
      const next = await a.chain(2, { sessionId });
      expect(next).toMatchObject({ sessionId, thoughtHistoryLength: 2 });
    }
  });

  it("[HN3] a revision without a session is refused with the sessions to choose from", async () => {
    const { client, chain } = await connect();
    const [one, two] = [await chain(1), await chain(1)];
    const refused = await call(client, "thoughtbox", { thought: "No", thoughtNumber: 2, revisesThought: 1 });
    expect(refused.isError).toBe(true);
    for (const { sessionId } of [one, two]) expect(refused.text).toContain(String(sessionId));
  });

  it("[HN5] has one session for its notes, by its name", async () => {
    const [a, twin, other] = [await connect("noter"), await connect("noter"), await connect("other noter")];
    const note = async ({ client }: typeof a) => answerOf(client, "think", { thought: "A note" });
    const first = await note(a);
    expect(first).toMatchObject({ step: 1, session_id: expect.stringMatching(/^think-noter/) });
    expect(await note(twin)).toMatchObject({ step: 2, session_id: first.session_id });
    expect(await note(other)).toMatchObject({ step: 1 });
    const named = await answerOf(a.client, "think", { thought: "By id", session_id: first.session_id });
    expect(named).toMatchObject({ step: 3, session_id: first.session_id });
  });

  it("[HN6] is refused operations on existing sessions, with a list of its own sessions only", async () => {
    const [a, b] = [await connect(), await connect()];
    const { sessionId } = await a.chain(1);
    const { sessionId: foreign } = await b.chain(1);
    const refusals = [
      await call(a.client, "export_reasoning_chain"),
      await call(a.client, "observability_gateway", { operation: "session_info" }),
      await a.gateway("navigate", { to: "project", value: "p" }),
      await a.gateway("bind_root", { rootUri: "file:///tmp" }),
      await a.gateway("cipher"),
      await a.gateway("session", { action: "analyze" }),
      await a.gateway("session", { action: "export" }),
      await a.gateway("notebook", { action: "create" }),
      await a.gateway("mental_models", { action: "list" }),
      await a.gateway("load_context"),
    ];
    for (const { isError, text, meta } of refusals) {
      expect({ isError, code: meta["clew/code"] }).toEqual({ isError: true, code: "HANDLE_REQUIRED" });
      expect(text).toContain(String(sessionId));
      expect(text).not.toContain(String(foreign));
    }
    expect((await a.gateway("get_state")).structured).toMatchObject({
      hasActiveSession: false,
      stage: 0,
      sessions: [sessionId],
    });
  });

  it("[HN6] [HN7] names its notebook with every operation but create, load and list", async () => {
    const [a, b] = [await connect(), await connect()];
    const created = (await a.notebook("create", { title: "Mine" })).structured!;
    expect(created.warning).toContain(`notebookId: "${created.notebookId}"`);
    const cell = { content: "1 + 1", filename: "sum.ts" };
    const refused = await a.notebook("add_cell", cell);
    expect(refused).toMatchObject({ isError: true, meta: { "clew/code": "HANDLE_REQUIRED" } });
    expect(refused.text).toContain(String(created.notebookId));
    expect((await b.notebook("list_cells")).text).not.toContain(String(created.notebookId));
    for (const handle of [{ notebookId: created.notebookId }, { sessionId: created.notebookId }])
      expect((await a.notebook("add_cell", { ...cell, ...handle })).isError).toBe(false);
  });

  it("[HN7] the handle of start_new leads every operation to its session", async () => {
    const { client, gateway, notebook, chain } = await connect();
    const done = async (operation: string, args: object) => {
      const outcome = await gateway(operation, args);
      expect({ operation, isError: outcome.isError, text: outcome.text }).toMatchObject({
        operation,
        isError: false,
      });
      return outcome.structured!;
    };
    const { sessionId, warning } = await done("start_new", { title: "With a handle" });
    expect(warning).toContain(`sessionId: "${sessionId}"`);
    await done("cipher", { sessionId });
    expect(await done("thought", { thought: "One", thoughtNumber: 1, sessionId })).toMatchObject({
      sessionId,
    });
    expect(await done("navigate", { to: "task", value: "t", sessionId })).toMatchObject({ task: "t" });
    expect(await done("get_state", { sessionId })).toMatchObject({ sessionId, task: "t", stage: 2 });
    const { notebookId } = await done("notebook", { action: "create", title: "Its book", sessionId });
    expect(await done("notebook", { action: "list_cells", sessionId })).toMatchObject({ notebookId });
    expect((await notebook("list_cells", { sessionId })).structured).toMatchObject({ notebookId });
    expect(await done("session", { action: "analyze", sessionId })).toHaveProperty("metadata");
    expect(await chain(2, { sessionId })).toMatchObject({ sessionId, thoughtHistoryLength: 2 });
    expect(await answerOf(client, "export_reasoning_chain", { sessionId })).toMatchObject({
      sessionId,
      thoughts: 2,
    });
    const loaded = await done("load_context", { sessionId });
    expect(loaded).toMatchObject({ sessionId, session: { id: sessionId } });
  });

  it("[HN1] [HN7] a thought through the gateway opens a session that its id continues", async () => {
    const { gateway } = await connect();
    const first = (await gateway("thought", { thought: "One", thoughtNumber: 1 })).structured!;
    expect(first.warning).toContain(`opened session "${first.sessionId}"`);
    const second = await gateway("thought", { thought: "Two", thoughtNumber: 2, sessionId: first.sessionId });
    expect(second.structured).toMatchObject({ sessionId: first.sessionId, thoughtNumber: 2 });
    const third = await gateway("thought", { thought: "Three", thoughtNumber: 3 });
    expect(third.structured).toMatchObject({ sessionId: first.sessionId });
    const titled = await gateway("thought", { thought: "Four", thoughtNumber: 4, sessionTitle: "Another" });
    expect(titled.structured!.sessionId).toMatch(/^another-/);
  });

  it("[HN9] gets the first answer again for the same idempotency key", async () => {
    const { client } = await connect();
    const ask = () =>
      call(client, "thoughtbox", { thought: "Once", thoughtNumber: 1 }, { "clew/idempotencyKey": "once-1" });
    const [first, second] = [await ask(), await ask()];
    expect(second.structured).toEqual(first.structured);
    expect(second.meta["clew/replayed"]).toBe(true);
  });
});

it("[HN11] a handshake-era request without a session is one without a handle", async () => {
  const post = async (name: string, given: object) => {
    const answer = await fetch(serving.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: given },
      }),
    });
    return (
      (await answer.json()) as { result: { structuredContent?: Record<string, unknown>; isError?: true } }
    ).result;
  };
  expect((await post("think", { thought: "A note" })).structuredContent).toMatchObject({
    session_id: "default",
  });
  const step = { thought: "One", thoughtNumber: 1, nextThoughtNeeded: true };
  const ids = [await post("thoughtbox", step), await post("thoughtbox", step)].map(
    ({ structuredContent }) => structuredContent?.sessionId,
  );
  expect(new Set(ids).size).toBe(2);
  expect(await post("export_reasoning_chain", {})).toMatchObject({ isError: true });
});
