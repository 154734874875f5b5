import { afterEach, describe, expect, test } from "vitest";
import { failing, scriptedEngine, saying as turnSaying } from "../../llm/fixtures.ts";
import { type Engine, textOf, userText, withRetries } from "../../llm/index.ts";
import { type ModelServer, type Reply, startModelServer } from "../../testing/index.ts";
import {
  claudeAt,
  conversationWith,
  converse,
  gate,
  ofType,
  partsOf,
  resultsIn,
  toolOf,
} from "./fixtures.ts";

let server: ModelServer | undefined;
afterEach(() => server?.close());

const look = toolOf("look");
const points: readonly (readonly [string, Reply])[] = [
  ["by status", { status: 529 }],
  ["by a wrong key", { status: 401 }],
  ["before the headers", { hangUp: "before headers" }],
  ["after the headers", { hangUp: "after headers" }],
  ["in the answer", { thinking: "Hm.", text: "Half", hangUp: "in the stream" }],
  ["by an error in the answer", { text: "Half", streamError: { type: "overloaded_error" } }],
  ["in a call", { text: "I look.", toolCalls: [{ name: "look" }], hangUp: "in the stream" }],
  ["by something that is no answer", { raw: "<html>" }],
];

describe("an engine that fails", () => {
  test.each(points)(
    "[HS2] [HS3] %s: one fatal error in one line, and the partial answer is dropped",
    async (_, reply) => {
      server = await startModelServer([
        reply,
        { text: "I look.", toolCalls: [{ name: "look" }] },
        reply,
        "Here.",
      ]);
      const parts = partsOf(claudeAt(server.url), { tools: [look] });
      const first = await converse(conversationWith(), "Go", parts);
      expect(first.chunks.at(-1)).toMatchObject({ type: "error", code: "ENGINE", fatal: true });
      expect(ofType(first.chunks, "error")[0]!.error).toMatch(/^[^\n]+\.$/);
      expect(first.result.messages).toEqual([userText("Go")]);
      const second = await converse(first.result, "Again", parts);
      expect(second.chunks.at(-1)).toMatchObject({ type: "error", code: "ENGINE", fatal: true });
      expect(second.result.messages.map(textOf)).toEqual(["Go", "Again", "I look.", ""]);
      const third = await converse(second.result, "Once more", parts);
      expect(third.chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
    },
  );

  test("[HL3] in the last turn after a limit: reports the limit, then the failure", async () => {
    server = await startModelServer([{ toolCalls: [{ name: "look" }] }, { status: 500 }]);
    const { chunks, result } = await converse(
      conversationWith(0),
      "Go",
      partsOf(claudeAt(server.url), { tools: [look] }),
    );
    expect(ofType(chunks, "error").map(({ code, fatal }) => [code, fatal])).toEqual([
      ["TOOL_CALL_LIMIT", false],
      ["ENGINE", true],
    ]);
    expect(result.limited).toBe(true);
  });

  test("[HS2] hides retries inside the engine", async () => {
    server = await startModelServer([{ status: 529 }, "Here."]);
    const engine = withRetries(claudeAt(server.url), { maxRetries: 1, delayMs: 0 });
    const { chunks } = await converse(conversationWith(), "Go", partsOf(engine));
    expect(chunks.map(({ type }) => type)).toEqual(["content", "usage", "done"]);
  });

  test("[HS2] handles an engine that throws, breaks off or ignores cancellation", async () => {
    const endings = [
      async function* () {
        yield* [] as never[];
        throw new Error("no route");
      },
      async function* () {
        yield* turnSaying("Half").slice(0, 2);
      },
    ];
    for (const turn of endings) {
      const engine: Engine = { name: "odd", model: "odd-1", turn };
      const { chunks } = await converse(conversationWith(), "Go", partsOf(engine));
      expect(chunks.at(-1)).toMatchObject({ type: "error", code: "ENGINE", fatal: true });
    }
    const abort = new AbortController();
    const deaf = scriptedEngine([...turnSaying("Half").slice(0, 2), gate().passed]);
    const aborting = new Promise((done) => setImmediate(done)).then(() => abort.abort());
    const parts = partsOf(deaf, { signal: abort.signal });
    const { chunks, result } = await converse(conversationWith(), "Go", parts);
    await aborting;
    expect(chunks.at(-1)).toMatchObject({ code: "ABORTED" });
    expect(result.messages.map(textOf)).toEqual(["Go", "Half"]);
  });

  test("[HS2] an engine that reports a cancellation nobody requested has failed", async () => {
    const { chunks } = await converse(
      conversationWith(),
      "Go",
      partsOf(scriptedEngine([failing("cancelled")])),
    );
    expect(chunks).toEqual([{ type: "error", error: "It is cancelled.", code: "ENGINE", fatal: true }]);
  });
});

describe("a history that cannot be stored", () => {
  test("[HS2] [HS3] ends the message in one error and stays well formed", async () => {
    server = await startModelServer([
      { thinking: "Hm.", toolCalls: [{ name: "look", id: "a" }] },
      { thinking: "Hm.", toolCalls: [{ name: "look", id: "b" }] },
      "Here.",
    ]);
    const engine = claudeAt(server.url);
    const kept: string[] = [];
    const onMessage = async ({ role }: { readonly role: string }) => {
      kept.push(role);
      if (kept.length === 3) throw new Error("the disk is full");
    };
    const { chunks, result } = await converse(
      conversationWith(),
      "Go",
      partsOf(engine, { tools: [look], onMessage }),
    );
    expect(ofType(chunks, "error")).toEqual([
      {
        type: "error",
        error: "The conversation could not be saved: the disk is full",
        code: "INTERNAL",
        fatal: true,
      },
    ]);
    // Nothing is kept after what is missing.
    expect(kept).toEqual(["assistant", "user", "assistant"]);
    expect(resultsIn(result.messages).b).toMatch(/^This call was not answered/);
    const next = await converse(result, "Go on", partsOf(engine, { tools: [look] }));
    expect(next.chunks.at(-1)).toMatchObject({ type: "done", stop: "end" });
  });

  test("[HS2] tools that cannot be listed are an error, not a crash", async () => {
    const tools = () => {
      throw new Error("no server");
    };
    const { chunks } = await converse(conversationWith(), "Go", { ...partsOf(scriptedEngine([])), tools });
    expect(chunks).toEqual([{ type: "error", error: "no server", code: "INTERNAL", fatal: true }]);
  });
});
