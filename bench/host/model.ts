// usage: node model.ts; prints its address first
import { setTimeout as pause } from "node:timers/promises";
import { event } from "../../src/testing/anthropic-events.ts";
import {
  type RecordedRequest,
  type Reply,
  type RequestMessage,
  startModelServer,
} from "../../src/testing/index.ts";
import { thoughtText } from "../thoughts.ts";
import type { Order } from "./talk.ts";

const paceMs = 2;
const perPacket = 100;
const piece = "word ";
let times: number[] = [];

const server = await startModelServer(({ body: { messages = [] } }) => {
  // Stored requests would fill this process's memory, because each contains the whole history.
  (server.requests as RecordedRequest[]).length = 0;
  const asked = messages.findLastIndex((message) => orderIn(message) !== undefined);
  const order = orderIn(messages[asked]) ?? {};
  const answered = (messages.length - 1 - asked) / 2;
  return replyTo(order, answered);
});
console.log(server.url);

function replyTo(order: Order, answered: number): Reply {
  if (answered < (order.calls ?? 0))
    return {
      toolCalls: [
        { name: "floor", input: { thought: `Call ${answered}: ${thoughtText(answered).slice(0, 100)}` } },
      ],
    };
  if (order.burst !== undefined) return { raw: burst(order.burst) };
  if (order.packets !== undefined) return { text: Array.from({ length: order.packets }, () => piece) };
  if (order.paced !== undefined) return { text: paced(order.paced) };
  return { text: order.times ? JSON.stringify(times) : thoughtText(answered).slice(0, 200) };
}

/** The task in a user's message, unless the message is a tool result. */
function orderIn(message: RequestMessage | undefined): Order | undefined {
  if (message?.role !== "user") return;
  const { content } = message;
  const text = typeof content === "string" ? content : (content as { readonly text?: string }[])[0]?.text;
  return text?.startsWith("{") ? JSON.parse(text) : undefined;
}

function burst(count: number): string[] {
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  const message = {
    id: "msg_bench",
    type: "message",
    role: "assistant",
    model: "claude-haiku-5-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const delta = event("content_block_delta", { index: 0, delta: { type: "text_delta", text: piece } });
  const packets = Array.from({ length: Math.ceil(count / perPacket) }, (_, index) =>
    delta.repeat(Math.min(perPacket, count - index * perPacket)),
  );
  return [
    event("message_start", { message }),
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    ...packets,
    event("content_block_stop", { index: 0 }),
    event("message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage }),
    event("message_stop", {}),
  ];
}

/** Each piece after a pause; the end of the pause is recorded. */
function paced(count: number): (string | Promise<unknown>)[] {
  times = [];
  let before: Promise<unknown> = Promise.resolve();
  return Array.from({ length: count }, () => {
    before = before.then(() => pause(paceMs)).then(() => times.push(Number(process.hrtime.bigint()) / 1e6));
    return [before, piece];
  }).flat();
}
