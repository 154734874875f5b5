import type { IncomingMessage } from "node:http";
import type { Anthropic } from "@anthropic-ai/sdk";
import type { Batch } from "../batches.ts";
import { type DraftPart, finishMessage } from "../draft-message.ts";
import type { StopReason, TurnEvent, Usage } from "../engine.ts";
import { eventReader, type ServerSentEvent } from "../server-sent-events.ts";

type WireEvent = Anthropic.RawMessageStreamEvent;
type WireBlock = Anthropic.RawContentBlockStartEvent["content_block"];
type WireDelta = Anthropic.RawContentBlockDelta;

/**
 * What the Messages API streams, as the events of a turn by what arrived together; the end is missing when the stream
 * broke off.
 */
export async function* readAnthropic(
  open: () => Promise<IncomingMessage>,
  onAlive: () => void = () => {},
): AsyncGenerator<Batch, undefined> {
  const response = await open();
  onAlive();
  const answer: Answer = { parts: [], places: new Map(), message: undefined, usage: {}, stop: null };
  const read = eventReader();
  for await (const bytes of response) {
    onAlive();
    const batch: TurnEvent[] = [];
    try {
      for (const sent of read(bytes)) {
        const event = wireEvent(sent, response);
        if (event) follow(answer, event, batch);
      }
    } catch (error) {
      // What came before the trouble was said all the same.
      if (batch.length > 0) yield batch;
      throw error;
    }
    if (batch.length > 0) yield batch;
  }
  // A proxy may swallow the last event; with a reason to stop the message is complete all the same.
  if (answer.stop !== null && answer.message) yield ended(answer);
}

/** An answer while it is being written. */
interface Answer {
  readonly parts: DraftPart[];
  /** Blocks of a kind that was not asked for are left out, so places in the message are counted anew. */
  readonly places: Map<number, number>;
  /** Undefined before its start, and after its end. */
  message: { readonly id: string; readonly model: string } | undefined;
  usage: Partial<Anthropic.Usage>;
  stop: string | null;
}

function follow(answer: Answer, event: WireEvent, batch: TurnEvent[]): void {
  const { parts, places } = answer;
  if (event.type === "content_block_delta") {
    const block = places.get(event.index);
    const told = block === undefined ? undefined : applyDelta(event.delta, parts[block]!, block);
    if (told !== undefined) batch.push(told);
  } else if (event.type === "message_start") {
    const { message } = event;
    Object.assign(answer, { message, usage: message.usage });
    batch.push({ type: "start", model: message.model, id: message.id });
  } else if (event.type === "content_block_start") {
    const part = openPart(event.content_block);
    if (part === undefined) return;
    places.set(event.index, parts.length);
    parts.push(part);
    batch.push(...openingEvents(part, parts.length - 1));
  } else if (event.type === "message_delta") {
    answer.stop = event.delta.stop_reason ?? answer.stop;
    answer.usage = merge(answer.usage, event.usage);
  } else if (event.type === "message_stop") batch.push(...ended(answer));
}

/** Throws what the service reports in the middle of its stream. */
function wireEvent({ event, data }: ServerSentEvent, { headers }: IncomingMessage): WireEvent | undefined {
  if (event === "" || event === "ping" || data === "") return;
  const value = JSON.parse(data);
  if (event !== "error") return value;
  throw Object.assign(new Error("The stream has an error."), { error: value, headers });
}

/** The end of an answer that has begun and not ended yet. */
function ended(answer: Answer): Batch {
  const { message, parts, stop, usage } = answer;
  if (message === undefined) return [];
  answer.message = undefined;
  return [
    {
      type: "done",
      message: finishMessage(parts),
      stop: STOPS[stop ?? ""] ?? "end",
      usage: usageOf(usage),
      model: message.model,
      id: message.id,
    },
  ];
}

function openPart(block: WireBlock): DraftPart | undefined {
  if (block.type === "text") return { type: "text", text: block.text };
  if (block.type === "redacted_thinking") return { type: "redacted", data: block.data };
  if (block.type === "thinking")
    return { type: "thinking", text: block.thinking, signature: block.signature };
  if (block.type !== "tool_use") return;
  const given = Object.keys(block.input ?? {}).length > 0;
  return {
    type: "tool_call",
    id: block.id,
    name: block.name,
    json: given ? JSON.stringify(block.input) : "",
  };
}

function openingEvents(part: DraftPart, block: number): Batch {
  if (part.type === "redacted") return [];
  if (part.type !== "tool_call") return part.text === "" ? [] : [{ type: part.type, block, text: part.text }];
  const call: TurnEvent = { type: "tool_call", block, id: part.id, name: part.name };
  return part.json === "" ? [call] : [call, { type: "tool_input", block, json: part.json }];
}

function applyDelta(delta: WireDelta, part: DraftPart, block: number): TurnEvent | undefined {
  if (delta.type === "text_delta" && part.type === "text") {
    part.text += delta.text;
    return { type: "text", block, text: delta.text };
  }
  if (delta.type === "thinking_delta" && part.type === "thinking") {
    part.text += delta.thinking;
    return { type: "thinking", block, text: delta.thinking };
  }
  if (delta.type === "signature_delta" && part.type === "thinking") part.signature = delta.signature;
  if (delta.type === "input_json_delta" && part.type === "tool_call" && delta.partial_json !== "") {
    part.json += delta.partial_json;
    return { type: "tool_input", block, json: delta.partial_json };
  }
}

/** Later figures are totals too; what they leave out stays as it was. */
function merge(before: Partial<Anthropic.Usage>, later: Anthropic.MessageDeltaUsage | undefined) {
  const given = Object.entries(later ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

function usageOf(usage: Partial<Anthropic.Usage>): Usage {
  return {
    inputTokens: usage.input_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    cacheReadTokens: usage.cache_read_input_tokens ?? 0,
    cacheWriteTokens: usage.cache_creation_input_tokens ?? 0,
  };
}

const STOPS: Readonly<Record<string, StopReason>> = {
  tool_use: "tool_calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refusal",
  pause_turn: "pause",
};
