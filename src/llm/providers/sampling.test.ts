import { expect, test } from "vitest";
import { ask, eventsOf, failureOf } from "../fixtures.ts";
import { userText } from "../message.ts";
import { collect } from "../provider.ts";
import { type SamplingRequest, samplingEngine } from "./sampling.ts";

test("[EN9] asks the client's own model through MCP sampling", async () => {
  const asked: SamplingRequest[] = [];
  const engine = samplingEngine(async (request) => {
    asked.push(request);
    return {
      role: "assistant",
      content: { type: "text", text: "So." },
      model: "claude-client",
      stopReason: "endTurn",
    };
  });
  const image = { type: "image" as const, mediaType: "image/png", data: "AAAA" };
  const events = await eventsOf(
    engine.turn({
      system: "Be brief.",
      maxTokens: 50,
      messages: [{ role: "user", content: [{ type: "text", text: "Look" }, image] }, userText("Why?")],
    }),
  );
  expect(asked).toEqual([
    {
      systemPrompt: "Be brief.",
      maxTokens: 50,
      messages: [
        { role: "user", content: { type: "text", text: "Look" } },
        { role: "user", content: { type: "image", data: "AAAA", mimeType: "image/png" } },
        { role: "user", content: { type: "text", text: "Why?" } },
      ],
    },
  ]);
  expect(events.at(-1)).toMatchObject({ type: "done", model: "claude-client", stop: "end" });
});

test("[EN9] accepts a list of contents and a truncated answer", async () => {
  const content = [{ type: "text", text: "One " }, { type: "audio" }, { type: "text", text: "two" }];
  const engine = samplingEngine(async () => ({
    role: "assistant",
    content,
    model: "m",
    stopReason: "maxTokens",
  }));
  const done = await collect(engine.turn(ask));
  expect(done).toMatchObject({ stop: "length", message: { content: [{ text: "One two" }] } });
});

test.each([
  [{ code: -1 }, "refused", "The user declined the sampling request."],
  [{ code: -32601 }, "refused", "The client does not support sampling."],
  [{ code: -32001 }, "timeout", "The client's model did not answer in time."],
  [new Error("gone"), "unavailable", "The client could not run the sampling request."],
])("[EN8] explains another answer of a client in one line: %j", async (thrown, kind, message) => {
  const engine = samplingEngine(() => Promise.reject(thrown));
  const failure = await failureOf(engine.turn(ask));
  expect([failure.kind, failure.message]).toEqual([kind, message]);
});

test("[EN6] cancellation reaches the client", async () => {
  const cancel = new AbortController();
  const asked = Promise.withResolvers<AbortSignal>();
  const engine = samplingEngine((_, { signal }) => {
    asked.resolve(signal);
    return new Promise(() => {});
  });
  const failure = failureOf(engine.turn({ ...ask, signal: cancel.signal }));
  const signal = await asked.promise;
  cancel.abort();
  expect((await failure).kind).toBe("cancelled");
  expect(signal.aborted).toBe(true);
});
