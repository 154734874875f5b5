import { expect, test } from "vitest";
import { collect, type Engine, EngineFailure, type TurnEvent, userText } from "../llm/index.ts";
import type { RawInvocation } from "./invocation-log.ts";
import { recordedEngine } from "./recorded-engine.ts";

const START: TurnEvent = { type: "start", model: "m-1-20261101" };
const DONE: TurnEvent = {
  type: "done",
  message: {
    role: "assistant",
    content: [
      { type: "thinking", text: "hm" },
      { type: "text", text: "Forty-two." },
      { type: "tool_call", id: "c", name: "think", input: {} },
    ],
  },
  stop: "tool_calls",
  usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 80, cacheWriteTokens: 10 },
  model: "m-1-20261101",
};
const words: TurnEvent[] = ["For", "ty-", "two."].map((text) => ({ type: "text", block: 0, text }));

/** An engine that gives these events and then, perhaps, throws; and what is noted of its turns. */
function engineOf(events: readonly TurnEvent[], thrown?: Error) {
  const noted: RawInvocation[] = [];
  let left = 0;
  const engine: Engine = {
    name: "scripted",
    model: "m-1",
    async *turn() {
      try {
        yield* events;
        if (thrown) throw thrown;
      } finally {
        left++;
      }
    },
  };
  const costOf = (model: string) => (model === "m-1-20261101" ? 0.25 : undefined);
  return {
    engine: recordedEngine(engine, { note: (call) => void noted.push(call) }, costOf),
    noted,
    left: () => left,
  };
}

const turn = { system: "Think.", messages: [userText("What is it?")], thread: "s-1" };

test("[IV1] records a finished turn once, with request, answer, usage and cost", async () => {
  const { engine, noted } = engineOf([START, ...words, DONE]);
  expect(engine).toMatchObject({ name: "scripted", model: "m-1" });
  expect(await collect(engine.turn(turn))).toBe(DONE);
  expect(noted).toEqual([
    {
      kind: "model",
      name: "scripted",
      pipe: "m-1-20261101",
      sessionId: "s-1",
      input: { system: "Think.", messages: [{ role: "user", content: "What is it?" }] },
      output: { text: "Forty-two.", stop: "tool_calls", tool_calls: ["think"] },
      usage: { inputTokens: 100, outputTokens: 5 },
      cost: 0.25,
      latencyMs: expect.any(Number),
    },
  ]);
});

test("[IV1] passes every event on unchanged, and does not record a turn that nobody reads", async () => {
  const events = [START, ...words, DONE];
  const { engine, noted } = engineOf(events);
  engine.turn(turn);
  expect(noted).toEqual([]);
  expect(await Array.fromAsync(engine.turn(turn))).toEqual(events);
  expect(noted).toHaveLength(1);
});

test("[IV1] records a failed turn with its error and partial answer", async () => {
  const failure = new EngineFailure("timeout", "scripted", "No answer within 30 s.");
  const { engine, noted } = engineOf([START, words[0]!, { type: "error", failure }]);
  await expect(collect(engine.turn(turn))).rejects.toBe(failure);
  expect(noted).toMatchObject([
    { pipe: "m-1-20261101", error: "No answer within 30 s.", output: { text: "For" } },
  ]);
  expect(noted[0]).not.toHaveProperty("usage");
});

test("[IV1] records a turn that its reader leaves, and stops the engine", async () => {
  const { engine, noted, left } = engineOf([START, ...words, DONE]);
  for await (const event of engine.turn({ ...turn, model: "m-2" })) if (event.type === "text") break;
  expect(left()).toBe(1);
  expect(noted).toMatchObject([{ error: expect.stringMatching(/left/), output: { text: "For" } }]);
});

test("[IV1] records an engine that violates its contract, and passes its error on", async () => {
  const broken = engineOf([START], new Error("out of order"));
  await expect(Array.fromAsync(broken.engine.turn(turn))).rejects.toThrow("out of order");
  expect(broken.noted).toMatchObject([{ error: "Error: out of order" }]);
  const endless = engineOf([]);
  await Array.fromAsync(endless.engine.turn(turn));
  expect(endless.noted).toMatchObject([{ pipe: "m-1", error: expect.stringMatching(/without an end/) }]);
});

test("[IV1] records the newest messages of a long conversation, and describes images and calls", async () => {
  const { engine, noted } = engineOf([START, DONE]);
  const messages = [
    ...Array.from({ length: 30 }, (_, i) => userText(`message ${i}`)),
    { role: "assistant", content: [{ type: "tool_call", id: "c", name: "look", input: {} }] } as const,
    {
      role: "user",
      content: [
        { type: "tool_result", callId: "c", content: [] },
        { type: "image", mediaType: "image/png", data: "x".repeat(1_000) },
      ],
    } as const,
  ];
  const tools = [{ name: "look", description: "Looks.", input: { type: "object" } }];
  await collect(engine.turn({ messages, tools }));
  const input = noted[0]!.input as { readonly messages: readonly unknown[] };
  expect(input).toMatchObject({ earlier_messages: 12, tools: ["look"] });
  expect(input.messages).toHaveLength(20);
  expect(input.messages.slice(-2)).toEqual([
    { role: "assistant", content: "[tool_call look]" },
    { role: "user", content: ["[tool_result]", "[image]"] },
  ]);
  expect(noted[0]).not.toHaveProperty("sessionId");
});
