import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ModelServer, type Reply, startModelServer } from "../../testing/index.ts";
import type { Engine, TurnEvent } from "../engine.ts";
import { ask, eventsOf, failureOf } from "../fixtures.ts";
import { withTimeout } from "../timeout.ts";
import { anthropicEngine } from "./anthropic.ts";
import { langbaseEngine } from "./langbase.ts";
import { openaiCompatibleEngine } from "./openai-compatible.ts";

const makers: Readonly<Record<string, (baseUrl: string) => Engine>> = {
  anthropic: (baseUrl) => anthropicEngine({ apiKey: "sk-test", baseUrl, model: "claude-opus-5-5" }),
  "openai-compatible": (baseUrl) => openaiCompatibleEngine({ apiKey: "sk-test", baseUrl, model: "gpt-4.1" }),
  langbase: (baseUrl) => langbaseEngine({ apiKey: "sk-test", baseUrl }),
};
const streaming = ["anthropic", "openai-compatible"];

let server: ModelServer;
let reply: Reply;
beforeEach(async () => {
  server = await startModelServer(() => reply);
});
afterEach(() => server.close());

function ends(events: readonly TurnEvent[]) {
  return events.filter(({ type }) => type === "done" || type === "error");
}

describe.each(Object.keys(makers))("%s", (name) => {
  const engine = () => makers[name]!(server.url);

  test.each(["before headers", "after headers", "in the stream"] as const)(
    "[EN1] a connection that closes %s ends the turn in one error",
    async (hangUp) => {
      reply = { text: ["Half ", "of it"], hangUp };
      const events = await eventsOf(engine().turn(ask));
      // Langbase answers in one piece, which may be complete before the connection is lost.
      if (hangUp !== "in the stream" || name !== "langbase") {
        expect(ends(events)).toMatchObject([{ type: "error", failure: { kind: "unavailable" } }]);
      }
      expect(ends(events)).toHaveLength(1);
    },
  );

  test.each([
    "\u0000\u0001\u0002",
    "<html><body>Welcome to the hotel network</body></html>",
    "{",
    "data: {\n\n",
    "event: message_start\ndata: null\n\n",
    "event: content_block_delta\ndata: []\n\n",
    'event: message_start\ndata: {"type":"message_start"}\n\n',
    'data: {"choices":7}\n\n',
    "",
  ])("[EN1] an answer in another format ends the turn in one error: %j", async (raw) => {
    reply = { raw };
    const failure = await failureOf(engine().turn(ask));
    expect(failure.kind).toBe("unavailable");
    expect(failure.message).toMatch(/that Clew cannot read\.$|broke off in the middle of its answer\.$/);
  });

  test("[EN1] bytes may arrive one by one, inside a character too", async () => {
    const text = "Grüße, 世界 👩‍👩‍👧 – fin.";
    reply = { text, split: 1 };
    const events = await eventsOf(engine().turn(ask));
    expect(events.map((event) => (event.type === "text" ? event.text : "")).join("")).toBe(text);
    expect(events.at(-1)).toMatchObject({ type: "done", message: { content: [{ text }] } });
  });

  test("[EN6] cancelling before the headers closes the request", async () => {
    const hold = Promise.withResolvers<void>();
    reply = { text: "Late.", hold: hold.promise };
    const cancel = new AbortController();
    const failure = failureOf(engine().turn({ ...ask, signal: cancel.signal }));
    const request = await server.waitForRequest(1);
    cancel.abort();
    expect((await failure).kind).toBe("cancelled");
    expect(await request.ended).toBe("client hung up");
    hold.resolve();
  });

  test("[EN6] a timeout before the first event closes the request", async () => {
    const hold = Promise.withResolvers<void>();
    reply = { text: "Late.", hold: hold.promise };
    let ring = () => {};
    const clock = (_: number, call: () => void) => {
      ring = call;
      return () => {};
    };
    const failure = failureOf(withTimeout(engine(), 30_000, clock).turn(ask));
    const request = await server.waitForRequest(1);
    ring();
    expect((await failure).kind).toBe("timeout");
    expect(await request.ended).toBe("client hung up");
    hold.resolve();
  });
});

describe.each(streaming)("%s, during the stream", (name) => {
  const engine = () => makers[name]!(server.url);
  const content = (wait: Promise<unknown>) => [
    { type: "text" as const, text: ["One ", "two ", wait, "three"] },
    { type: "tool_call" as const, name: "look", input: {} },
  ];

  test("[EN6] cancelling after any event closes the request and shows nothing after it", async () => {
    for (const stopAt of ["start", "text"]) {
      const hold = Promise.withResolvers<void>();
      reply = { content: content(hold.promise) };
      const cancel = new AbortController();
      const kinds: string[] = [];
      for await (const event of engine().turn({ ...ask, signal: cancel.signal })) {
        kinds.push(event.type === "error" ? event.failure.kind : event.type);
        if (event.type === stopAt) cancel.abort();
      }
      expect(kinds.slice(kinds.indexOf(stopAt) + 1)).toEqual(["cancelled"]);
      expect(await server.requests.at(-1)!.ended).toBe("client hung up");
      hold.resolve();
    }
  });

  test("[EN6] cancelling while waiting closes the request", async () => {
    const hold = Promise.withResolvers<void>();
    reply = { content: content(hold.promise) };
    const cancel = new AbortController();
    const kinds: string[] = [];
    for await (const event of engine().turn({ ...ask, signal: cancel.signal })) {
      kinds.push(event.type === "error" ? event.failure.kind : event.type);
      if (event.type === "text" && event.text === "two ") setImmediate(() => cancel.abort());
    }
    expect(kinds).toEqual(["start", "text", "text", "cancelled"]);
    expect(await server.requests[0]!.ended).toBe("client hung up");
    hold.resolve();
  });

  test("[EN6] a consumer that leaves closes the request", async () => {
    const hold = Promise.withResolvers<void>();
    reply = { content: content(hold.promise) };
    for await (const event of engine().turn(ask)) if (event.type === "text") break;
    expect(await server.requests[0]!.ended).toBe("client hung up");
    hold.resolve();
  });

  test("[EN6] a timeout between events closes the request", async () => {
    const hold = Promise.withResolvers<void>();
    reply = { content: content(hold.promise) };
    let ring = () => {};
    const clock = (_: number, call: () => void) => {
      ring = call;
      return () => {};
    };
    const kinds: string[] = [];
    for await (const event of withTimeout(engine(), 30_000, clock).turn(ask)) {
      kinds.push(event.type === "error" ? event.failure.kind : event.type);
      if (event.type === "text" && event.text === "two ") setImmediate(() => ring());
    }
    expect(kinds).toEqual(["start", "text", "text", "timeout"]);
    expect(await server.requests[0]!.ended).toBe("client hung up");
    hold.resolve();
  });

  test("[EN16] bytes and pings without content are not progress", async () => {
    reply = { text: ["One ", "two"], split: 5 };
    let heard = 0;
    const events = await eventsOf(engine().turn({ ...ask, onHiddenContent: () => heard++ }));
    expect(events.at(-1)?.type).toBe("done");
    expect(heard).toBe(0);
  });

  test.each([
    [{ type: "overloaded_error", message: "Overloaded" }, "unavailable"],
    [{ type: "rate_limit_error", message: "Slow down" }, "rate"],
    [{ type: "api_error", message: "Internal" }, "unavailable"],
    [{ type: "invalid_request_error", message: "Bad" }, "refused"],
  ])("[EN1] an error in the stream ends it in one error: %j", async (streamError, kind) => {
    reply = { text: "One", streamError };
    const events = await eventsOf(engine().turn(ask));
    expect(ends(events)).toMatchObject([{ type: "error", failure: { kind } }]);
  });

  test.each(["\n\ngarbage\n\n", "event: error\ndata: oops\n\n", "data: \u0000{{{\n\n"])(
    "[EN1] garbage after the content ends it in one error: %j",
    async (tail) => {
      reply = { text: "One", tail };
      const events = await eventsOf(engine().turn(ask));
      expect(ends(events)).toMatchObject([{ type: "error", failure: { kind: "unavailable" } }]);
    },
  );

  test("[EN1] reads a complete answer to its end, so that the connection can be reused", async () => {
    reply = { text: "One", split: 3 };
    await eventsOf(engine().turn(ask));
    expect(await server.requests[0]!.ended).toBe("answered");
  });
});
