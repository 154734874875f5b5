import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { scriptedClaude } from "../../../test/support/scripted-claude.ts";
import { textOf, userText } from "../../llm/index.ts";
import type { Piece, Script } from "../../testing/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import type { LoopResult } from "../loop.ts";
import {
  conversationWith,
  converse,
  gate,
  ofType,
  partsOf,
  resultsIn,
  streamOf,
  toolOf,
} from "./fixtures.ts";

const { serve, server } = scriptedClaude();

const ABORTED = { type: "error", error: "The message was aborted.", code: "ABORTED", fatal: true };
const never = gate().passed;

/** Aborts as soon as a chunk is of this type, and reads on to the end. */
async function abortAt(
  type: MessageStreamChunk["type"] | "request",
  script: Script,
  tools = [toolOf("look")],
): Promise<{ readonly chunks: readonly MessageStreamChunk[]; readonly result: LoopResult }> {
  const engine = await serve(script);
  const abort = new AbortController();
  if (type === "request") server.waitForRequest(1).then(() => abort.abort());
  const chunks: MessageStreamChunk[] = [];
  const parts = partsOf(engine, { tools, signal: abort.signal });
  const stream = streamOf(conversationWith(), userText("Go"), parts);
  for (;;) {
    const step = await stream.next();
    if (step.done) {
      const { chunks: after } = await converse(step.value, "Go on", partsOf(engine, { tools }));
      expect(after.at(-1)).toMatchObject({ type: "done", stop: "end" });
      return { chunks, result: step.value };
    }
    chunks.push(step.value);
    // In the middle of waiting for the next chunk.
    if (step.value.type === type) void setImmediate().then(() => abort.abort());
  }
}

describe("aborting by signal", () => {
  test("[HS3] before it begins: sends no request to the model", async () => {
    const engine = await serve([]);
    const parts = partsOf(engine, { signal: AbortSignal.abort() });
    const { chunks, result } = await converse(conversationWith(), "Go", parts);
    expect(chunks).toEqual([ABORTED]);
    expect(result.messages).toEqual([userText("Go")]);
    expect(server.requests).toEqual([]);
  });

  test("[HS3] before the headers: closes the request", async () => {
    const { chunks, result } = await abortAt("request", [{ hold: never }, "Here."]);
    expect(chunks).toEqual([ABORTED]);
    expect(await server.requests[0]!.ended).toBe("client hung up");
    expect(result.messages).toEqual([userText("Go")]);
  });

  test("[HS3] during thinking: drops thinking without a signature", async () => {
    const { chunks, result } = await abortAt("thinking", [{ thinking: ["Hm", never] }, "Here."]);
    expect(chunks.at(-1)).toEqual(ABORTED);
    expect(await server.requests[0]!.ended).toBe("client hung up");
    expect(result.messages).toEqual([userText("Go")]);
    expect(result.answer).toBeUndefined();
  });

  test("[HS3] during text: keeps the text so far", async () => {
    const { chunks, result } = await abortAt("content", [
      {
        content: [
          { type: "thinking", text: "Hm." },
          { type: "text", text: ["It is", never] },
        ],
      },
      "Here.",
    ]);
    expect(chunks.at(-1)).toEqual(ABORTED);
    expect(result.messages.map(textOf)).toEqual(["Go", "It is"]);
    expect(result.answer?.content).toEqual([{ type: "text", text: "It is" }]);
  });

  test("[HS3] during a call: drops the incomplete call", async () => {
    const call = { type: "tool_call", name: "look", json: ['{"at', never] } as const;
    const { result } = await abortAt("content", [
      { content: [{ type: "text", text: "I look." }, call] },
      "Here.",
    ]);
    expect(result.answer?.content).toEqual([{ type: "text", text: "I look." }]);
  });

  test("[HS3] while tools run: stops them, keeps finished results and answers the others", async () => {
    let signal: AbortSignal | undefined;
    const hang = toolOf("hang", (_, options) => {
      signal = options.signal;
      return never as Promise<never>;
    });
    const calls = [
      { name: "look", id: "a" },
      { name: "hang", id: "b" },
    ];
    const { chunks, result } = await abortAt(
      "tool_result",
      [{ thinking: "Hm.", toolCalls: calls }, "Here."],
      [toolOf("look"), hang],
    );
    expect(signal!.aborted).toBe(true);
    expect(resultsIn(result.messages)).toEqual({ a: "look is done", b: "This call was aborted." });
    expect(ofType(chunks, "error")).toEqual([ABORTED]);
    expect(result.budget.message.calls).toBe(2);
    expect(result.budget.outcomes).toEqual(["progress"]);
  });

  test("[HS3] [HS5] during an approval: answers the call and does not count it", async () => {
    const engine = await serve([
      {
        toolCalls: [
          { name: "look", id: "a" },
          { name: "look", id: "b" },
        ],
      },
    ]);
    const abort = new AbortController();
    const approve = (_: unknown, signal: AbortSignal) => {
      void setImmediate().then(() => abort.abort());
      expect(signal.aborted).toBe(false);
      return never as Promise<never>;
    };
    const parts = partsOf(engine, { tools: [toolOf("look")], signal: abort.signal, hooks: { approve } });
    const { chunks, result } = await converse(conversationWith(), "Go", parts);
    expect(chunks.at(-1)).toEqual(ABORTED);
    expect(resultsIn(result.messages)).toEqual({ a: "This call was aborted.", b: "This call was aborted." });
    expect(result.budget.message.calls).toBe(0);
  });

  test("[HS3] between two turns: takes no further turn", async () => {
    const abort = new AbortController();
    const engine = await serve([{ toolCalls: [{ name: "look" }] }]);
    const parts = partsOf(engine, {
      tools: [toolOf("look")],
      signal: abort.signal,
      onMessage: async ({ role }) => {
        if (role === "user") abort.abort();
      },
    });
    const { chunks } = await converse(conversationWith(), "Go", parts);
    expect(chunks.at(-1)).toEqual(ABORTED);
    expect(server.requests).toHaveLength(1);
  });
});

describe("leaving", () => {
  test("[HS3] before the first chunk: sends no request and keeps the question", async () => {
    const engine = await serve([]);
    const stream = streamOf(conversationWith(), userText("Go"), partsOf(engine));
    const { value } = await stream.return(undefined as never);
    expect(value).toMatchObject({ messages: [userText("Go")], limited: false });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(server.requests).toEqual([]);
  });

  test("[HS3] while waiting for a chunk: closes the request at once", async () => {
    const engine = await serve([{ text: ["Half", never] }]);
    const stream = streamOf(conversationWith(), userText("Go"), partsOf(engine));
    await stream.next();
    const waiting = stream.next();
    const { value } = await stream.return(undefined as never);
    expect((value as LoopResult).messages.map(textOf)).toEqual(["Go", "Half"]);
    expect((await waiting).value).toEqual(ABORTED);
    expect(await server.requests[0]!.ended).toBe("client hung up");
  });

  test("[HS3] while tools run: waits until they have stopped and counts finished calls", async () => {
    const engine = await serve([{ toolCalls: [{ name: "look" }, { name: "hang" }] }]);
    const tools = [toolOf("look"), toolOf("hang", () => never as Promise<never>)];
    const stream = streamOf(conversationWith(), userText("Go"), partsOf(engine, { tools }));
    for (;;) if (((await stream.next()).value as MessageStreamChunk).type === "tool_result") break;
    const { value } = await stream.return(undefined as never);
    expect((value as LoopResult).budget.outcomes).toEqual(["progress"]);
  });

  test("[HS3] keeps no listener on the caller's signal and no timer afterwards", async () => {
    const engine = await serve(["One.", { text: ["Two", never] }]);
    const { signal } = new AbortController();
    let running = 0;
    const after = () => {
      running += 1;
      return () => {
        running -= 1;
      };
    };
    const limited = conversationWith(undefined, { wall_ms: 1000 });
    const parts = partsOf(engine, { signal, after });
    const { result } = await converse(limited, "Go", parts);
    const stream = streamOf(result, userText("Go"), parts);
    await stream.next();
    expect([running, getEventListeners(signal, "abort").length]).toEqual([1, 1]);
    await stream.return(undefined as never);
    expect([running, getEventListeners(signal, "abort").length]).toEqual([0, 0]);
  });

  test("[HS3] rethrows an error of the reader", async () => {
    const engine = await serve([{ text: ["Half", never] }]);
    const stream = streamOf(conversationWith(), userText("Go"), partsOf(engine));
    await stream.next();
    await expect(stream.throw(new Error("mine"))).rejects.toThrow("mine");
    expect(await server.requests[0]!.ended).toBe("client hung up");
    const disposed = streamOf(conversationWith(), userText("Go"), partsOf(engine));
    await disposed[Symbol.asyncDispose]();
    expect(await disposed.next()).toMatchObject({ done: true });
  });
});

test("[HS3] reads the model no faster than its reader reads", async () => {
  const text = "x".repeat(64 * 1024);
  let sent = 0;
  // A wait that is over at once: the server asks for it when it gets there.
  const reached = async () => {
    sent += 1;
  };
  const mark = () => Object.assign(Promise.resolve(), { catch: reached });
  const pieces = Array.from({ length: 600 }, (): Piece[] => [text, mark()]).flat();
  const engine = await serve([{ text: pieces }]);
  const stream = streamOf(conversationWith(), userText("Go"), partsOf(engine));
  await stream.next();
  let before = -1;
  while (sent !== before) {
    before = sent;
    for (let round = 0; round < 300; round += 1) await setImmediate();
  }
  // What lies in between: the buffers of two sockets and of the client.
  expect(sent).toBeLessThan(300);
  let received = text.length;
  for await (const chunk of stream) if (chunk.type === "content") received += chunk.content.length;
  expect(received).toBe(600 * text.length);
});
