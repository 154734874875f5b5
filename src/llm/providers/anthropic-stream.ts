import type { Anthropic } from "@anthropic-ai/sdk";
import type { Batch } from "../batches.ts";
import { addInput, addPart, type DraftPart, finishMessage } from "../draft-message.ts";
import type { StopReason, TurnEvent, Usage } from "../engine.ts";
import type { Answered } from "../send.ts";
import { eventReader, type ServerSentEvent } from "../server-sent-events.ts";
import { shortName } from "../short-name.ts";

type WireEvent = Anthropic.RawMessageStreamEvent;
type WireBlock = Anthropic.RawContentBlockStartEvent["content_block"];
type WireDelta = Anthropic.RawContentBlockDelta;

/**
 * What the Messages API streams, as the events of a turn by what arrived together; the end is missing when the stream
 * broke off.
 */
export async function* readAnthropic(
  open: () => Promise<Answered>,
  { model, onAlive = () => {} }: { readonly model: string; readonly onAlive?: (() => void) | undefined },
): AsyncGenerator<Batch, undefined> {
  const { headers, body } = await open();
  const answer: Answer = {
    parts: [],
    places: new Map(),
    asked: model,
    message: undefined,
    hasBegun: false,
    usage: {},
    stop: null,
  };
  const read = eventReader();
  for await (const bytes of body) {
    const batch: TurnEvent[] = [];
    try {
      for (const sent of read(bytes)) {
        const event = wireEvent(sent, headers);
        if (event && follow(answer, event, batch)) onAlive();
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
  /** The model that was asked. */
  readonly asked: string;
  /** An answer has one start. */
  hasBegun: boolean;
  /** Undefined before its start, and after its end. */
  message: { readonly id: string | undefined; readonly model: string } | undefined;
  usage: Partial<Anthropic.Usage>;
  stop: string | null;
}

/** Answers whether it was content that no event shows. */
function follow(answer: Answer, event: WireEvent, batch: TurnEvent[]): boolean | undefined {
  const { parts, places } = answer;
  if (event.type === "content_block_delta") {
    const block = places.get(event.index);
    const told = block === undefined ? undefined : applyDelta(event.delta, parts[block]!, block);
    if (told !== undefined) batch.push(told);
    return event.delta.type === "signature_delta";
  }
  if (event.type === "message_start") {
    if (answer.hasBegun) return;
    const { model, id, usage } = event.message;
    const message = { model: shortName(model) ?? answer.asked, id: shortName(id) };
    Object.assign(answer, { message, usage: usage ?? {}, hasBegun: true });
    batch.push({ type: "start", model: message.model, ...(message.id !== undefined && { id: message.id }) });
  } else if (event.type === "content_block_start") {
    const part = openPart(event.content_block);
    if (part === undefined) return;
    const block = addPart(parts, part);
    places.set(event.index, block);
    batch.push(...openingEvents(part, block));
    return part.type === "redacted";
  } else if (event.type === "message_delta") {
    answer.stop = event.delta.stop_reason ?? answer.stop;
    answer.usage = merge(answer.usage, event.usage);
  } else if (event.type === "message_stop") batch.push(...ended(answer));
}

/** Throws what the service reports in the middle of its stream. */
function wireEvent({ event, data }: ServerSentEvent, headers: Answered["headers"]): WireEvent | undefined {
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
      stop: STOPS.get(stop ?? "") ?? "end",
      usage: usageOf(usage),
      model: message.model,
      ...(message.id !== undefined && { id: message.id }),
    },
  ];
}

function openPart(block: WireBlock): DraftPart | undefined {
  if (block.type === "text") return { type: "text", text: textOf(block.text) };
  if (block.type === "redacted_thinking") return { type: "redacted", data: textOf(block.data) };
  if (block.type === "thinking")
    return { type: "thinking", text: textOf(block.thinking), signature: textOf(block.signature) };
  if (block.type !== "tool_use") return;
  if (typeof block.id !== "string" || typeof block.name !== "string")
    throw new TypeError("A tool call has no id or no name.");
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
  if (delta.type === "text_delta" && part.type === "text" && isText(delta.text)) {
    part.text += delta.text;
    return { type: "text", block, text: delta.text };
  }
  if (delta.type === "thinking_delta" && part.type === "thinking" && isText(delta.thinking)) {
    part.text += delta.thinking;
    return { type: "thinking", block, text: delta.thinking };
  }
  if (delta.type === "signature_delta" && part.type === "thinking") part.signature = textOf(delta.signature);
  if (delta.type === "input_json_delta" && part.type === "tool_call" && isText(delta.partial_json)) {
    addInput(part, delta.partial_json);
    return { type: "tool_input", block, json: delta.partial_json };
  }
}

/** What is missing, or is not a text, is an empty one. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A piece without a character is not content. */
function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
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

const STOPS: ReadonlyMap<string, StopReason> = new Map([
  ["tool_use", "tool_calls"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "refusal"],
  ["pause_turn", "pause"],
]);
