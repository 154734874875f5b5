import type { Anthropic } from "@anthropic-ai/sdk";
import { createParser } from "eventsource-parser";
import { addInput, addPart, type DraftPart, finishMessage, shortName } from "../draft-message.ts";
import type { StopReason, TurnEvent, Usage } from "../engine.ts";
import type { ServiceResponse } from "../send.ts";

type WireEvent = Anthropic.RawMessageStreamEvent;
type WireBlock = Anthropic.RawContentBlockStartEvent["content_block"];
type WireDelta = Anthropic.RawContentBlockDelta;

/** Converts a Messages API stream to turn events. The end event is missing if the stream breaks off. */
export async function* readAnthropic(
  open: () => Promise<ServiceResponse>,
  { model, onHiddenContent }: { readonly model: string; readonly onHiddenContent?: () => void },
): AsyncGenerator<TurnEvent, void> {
  const { headers, body } = await open();
  const answer: Answer = {
    parts: [],
    blocks: new Map(),
    requestedModel: model,
    message: undefined,
    hasBegun: false,
    usage: {},
    stop: null,
  };
  const read = eventReader();
  for await (const bytes of body)
    for (const sent of read(bytes)) {
      const event = wireEvent(sent, headers);
      if (event === undefined) continue;
      const { events, isHidden } = apply(answer, event);
      if (isHidden) onHiddenContent?.();
      yield* events;
    }
  // A proxy may swallow the last event; with a stop reason the message is complete anyway.
  if (answer.stop !== null && answer.message) yield* ended(answer);
}

/** One server-sent event; `event` is empty if it has no name. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Returns a function that takes bytes as they arrive and returns the events they complete, in linear time. */
export function eventReader(): (bytes: Uint8Array) => readonly ServerSentEvent[] {
  const decoder = new TextDecoder();
  let events: ServerSentEvent[] = [];
  let endedInReturn = false;
  const parser = createParser({ onEvent: ({ event = "", data }) => void events.push({ event, data }) });
  return (bytes) => {
    let text = decoder.decode(bytes, { stream: true });
    // The parser takes quadratic time where CR and LF are mixed, so it gets LF only.
    if (endedInReturn && text.startsWith("\n")) text = text.slice(1);
    if (text !== "") endedInReturn = text.endsWith("\r");
    parser.feed(text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);
    const complete = events;
    events = [];
    return complete;
  };
}

/** An answer while it streams. */
interface Answer {
  readonly parts: DraftPart[];
  /** Index in `parts` by the API's block index; blocks of unknown kinds are left out. */
  readonly blocks: Map<number, number>;
  readonly requestedModel: string;
  hasBegun: boolean;
  /** Undefined before the start and after the end. */
  message: { readonly id: string | undefined; readonly model: string } | undefined;
  usage: Partial<Anthropic.Usage>;
  stop: string | null;
}

interface Applied {
  readonly events: readonly TurnEvent[];
  /** Content arrived that no event shows. */
  readonly isHidden?: boolean;
}

function apply(answer: Answer, event: WireEvent): Applied {
  const { parts, blocks } = answer;
  if (event.type === "content_block_delta") {
    const block = blocks.get(event.index);
    const delta = block === undefined ? undefined : applyDelta(event.delta, parts[block]!, block);
    return { events: delta ? [delta] : [], isHidden: event.delta.type === "signature_delta" };
  }
  if (event.type === "message_start" && !answer.hasBegun) {
    const { model, id, usage } = event.message;
    const message = { model: shortName(model) ?? answer.requestedModel, id: shortName(id) };
    Object.assign(answer, { message, usage: usage ?? {}, hasBegun: true });
    return { events: [{ type: "start", ...message }] };
  }
  if (event.type === "content_block_start") {
    const part = openPart(event.content_block);
    if (part === undefined) return { events: [] };
    const block = addPart(parts, part);
    blocks.set(event.index, block);
    return { events: openingEvents(part, block), isHidden: part.type === "redacted" };
  }
  if (event.type === "message_delta") {
    answer.stop = event.delta.stop_reason ?? answer.stop;
    answer.usage = merge(answer.usage, event.usage);
  }
  return { events: event.type === "message_stop" ? ended(answer) : [] };
}

/** Throws an error that the service reports in the middle of its stream. */
function wireEvent(
  { event, data }: ServerSentEvent,
  headers: ServiceResponse["headers"],
): WireEvent | undefined {
  if (event === "" || event === "ping" || data === "") return;
  const value = JSON.parse(data);
  if (event !== "error") return value;
  throw Object.assign(new Error("The stream reports an error."), { error: value, headers });
}

/** The end event, once. */
function ended(answer: Answer): readonly TurnEvent[] {
  const { message, parts, stop, usage } = answer;
  if (message === undefined) return [];
  answer.message = undefined;
  return [
    {
      type: "done",
      message: finishMessage(parts),
      stop: STOPS.get(stop ?? "") ?? "end",
      usage: usageOf(usage),
      ...message,
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
  const json = Object.keys(block.input ?? {}).length > 0 ? JSON.stringify(block.input) : "";
  return { type: "tool_call", id: block.id, name: block.name, json };
}

function openingEvents(part: DraftPart, block: number): readonly TurnEvent[] {
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

/** A missing or non-string value becomes an empty string. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An empty piece is not content. */
function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Later counts are totals too; missing ones keep their value. */
function merge(before: Partial<Anthropic.Usage>, later: Anthropic.MessageDeltaUsage | undefined) {
  const reported = Object.entries(later ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(reported) };
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
