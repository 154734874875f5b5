import { expect, test } from "vitest";
import { event } from "../../testing/anthropic-events.ts";
import { serveOnLoopback } from "../../testing/loopback.ts";
import { ask, eventsOf, failureOf } from "../fixtures.ts";
import { withRetries } from "../retry.ts";
import { anthropicEngine } from "./anthropic.ts";

const START = event("message_start", { message: { id: "m", model: "claude-test", usage: {} } });
const TEXT = event("content_block_start", { index: 0, content_block: { type: "text", text: "" } });
const delta = (fields: object, index = 0) => event("content_block_delta", { index, delta: fields });
const said = (text: unknown) => delta({ type: "text_delta", text });
const ended = (reason: unknown, usage: object = {}) =>
  event("message_delta", { delta: { stop_reason: reason }, usage }) + event("message_stop", {});

async function answering(
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
) {
  const server = await serveOnLoopback(async (_, response) => {
    response.writeHead(status, { "content-type": "text/event-stream", ...headers }).end(body);
  });
  return {
    engine: anthropicEngine({ apiKey: "k-test", baseUrl: server.url, model: "claude-asked" }),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

test.each(["constructor", "__proto__", "toString", 7, { a: 1 }])(
  "[EN1] treats an unknown stop reason (%j) as an ordinary end",
  async (reason) => {
    await using service = await answering(START + TEXT + said("Because.") + ended(reason));
    expect((await eventsOf(service.engine.turn(ask))).at(-1)).toMatchObject({ type: "done", stop: "end" });
  },
);

test("[EN15] an answer has one start; names that are too long or not strings are dropped", async () => {
  const message = { id: 7, model: "x".repeat(5000), usage: null };
  const starts = event("message_start", { message }).repeat(50);
  await using service = await answering(starts + TEXT + said("Because.") + ended("end_turn"));
  const events = await eventsOf(service.engine.turn(ask));
  expect(events.map(({ type }) => type)).toEqual(["start", "text", "done"]);
  expect(events[0]).toEqual({ type: "start", model: "claude-asked" });
});

test("[EN15] drops pieces that are not strings", async () => {
  const odd = [null, 7, {}, [], true, ""].map(said).join("");
  await using service = await answering(START + TEXT + odd + said("Because.") + ended("end_turn"));
  const events = await eventsOf(service.engine.turn(ask));
  expect(events.filter(({ type }) => type === "text")).toEqual([
    { type: "text", block: 0, text: "Because." },
  ]);
});

test("[EN15] refuses the input of a tool call that nests too deeply", async () => {
  const call = { type: "tool_use", id: "t", name: "look", input: {} };
  const json = `{"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  await using service = await answering(
    START +
      event("content_block_start", { index: 0, content_block: call }) +
      delta({ type: "input_json_delta", partial_json: json }) +
      ended("tool_use"),
  );
  expect((await eventsOf(service.engine.turn(ask))).at(-1)).toMatchObject({
    type: "done",
    message: { content: [{ type: "tool_call", input: {}, unreadable: json }] },
  });
});

test("[EN15] tolerates blocks that are opened twice or never closed, and deltas of unknown blocks", async () => {
  const body =
    START + TEXT + said("One.") + TEXT + said("Two.") + delta({ type: "text_delta", text: "x" }, 9);
  await using service = await answering(body + ended("end_turn"));
  expect((await eventsOf(service.engine.turn(ask))).at(-1)).toMatchObject({
    message: { content: [{ text: "One." }, { text: "Two." }] },
  });
});

test.each(["-1000000", "-0.5", "1e999", "null", '"9"'])(
  "[HL9] counts usage that a service reports as %s as zero",
  async (tokens) => {
    const usage = { input_tokens: "?", output_tokens: 3.2, cache_read_input_tokens: 1e300 };
    const end = ended("end_turn", usage).replace('"?"', tokens);
    await using service = await answering(START + TEXT + said("Because.") + end);
    expect((await eventsOf(service.engine.turn(ask))).at(-1)).toMatchObject({
      usage: { inputTokens: 0, outputTokens: 4, cacheReadTokens: 1e12 },
    });
  },
);

test.each([
  ["-5", undefined],
  ["NaN", undefined],
  ["soon", undefined],
  ["1e300", 86_400_000],
  ["Infinity", 86_400_000],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 86_400_000],
  ["2", 2000],
])("[EN19] reads a Retry-After of %s as %s ms", async (value, expected) => {
  await using service = await answering("{}", { "retry-after": value }, 429);
  expect((await failureOf(service.engine.turn(ask))).retryAfterMs).toBe(expected);
});

test("[EN19] reports an infinite pause as a number", async () => {
  await using service = await answering("{}", { "retry-after": "1e300" }, 429);
  const engine = withRetries(service.engine, { maxRetries: 3, delayMs: 1 });
  expect((await failureOf(engine.turn(ask))).message).toContain("of 86400 s");
});

test("[EN20] closes the connection of a service that sends more after the end of its answer", async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await serveOnLoopback(async (_, response) => {
    response.once("close", closed.resolve);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(START + TEXT + said("Because.") + ended("end_turn"));
    const timer = setInterval(() => response.write(said("More.")), 20);
    response.once("close", () => clearInterval(timer));
  });
  const engine = anthropicEngine({ apiKey: "k-test", baseUrl: server.url, model: "claude-test" });
  const events = await eventsOf(engine.turn(ask));
  expect(events.at(-1)).toMatchObject({ type: "done", message: { content: [{ text: "Because." }] } });
  await closed.promise;
});

test("[EN1] survives invalid UTF-8, mixed line endings and an end inside an event", async () => {
  const mixed =
    (START + TEXT + said("Because.")).replaceAll("\n", "\r\n") + ended("end_turn").replaceAll("\n", "\r");
  await using service = await answering(`${mixed}\n`);
  expect((await eventsOf(service.engine.turn(ask))).at(-1)).toMatchObject({ type: "done" });
  const [before, after] = `${START}${TEXT}${said("?")}${ended("end_turn")}`.split("?");
  const bytes = Buffer.concat([Buffer.from(before!), Buffer.from([0xff, 0xc3]), Buffer.from(after!)]);
  await using invalid = await answering(bytes);
  expect((await eventsOf(invalid.engine.turn(ask))).at(-1)).toMatchObject({
    message: { content: [{ text: "\ufffd\ufffd" }] },
  });
  await using broken = await answering(START + TEXT + said("Because.").slice(0, -12));
  expect((await failureOf(broken.engine.turn(ask))).message).toContain("broke off");
});
