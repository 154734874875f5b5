import type {
  LanguageModelV3StreamPart,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { BOUNDS, RefusedAnswer } from "../bounds.ts";
import {
  addInput,
  addPart,
  type DraftPart,
  type DraftToolCall,
  finishMessage,
  shortName,
} from "../draft-message.ts";
import type { StopReason, TurnEvent, Usage } from "../engine.ts";
import type { ProviderMetadata } from "../message.ts";

type WirePart = LanguageModelV3StreamPart | LanguageModelV4StreamPart;
type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

interface Answer {
  readonly parts: DraftPart[];
  /** Index of each open part. Ids are reused, so the newest part of an id counts. */
  readonly open: Map<string, number>;
}

/** Converts the stream of an AI SDK model to turn events; throws what the stream reports as an error. */
export async function* readAiStream(
  stream: AsyncIterable<WirePart>,
  { model, onHiddenContent }: { readonly model: string; readonly onHiddenContent?: () => void },
): AsyncGenerator<TurnEvent, void> {
  const answer: Answer = { parts: [], open: new Map() };
  let start: { readonly model: string; readonly id?: string } = { model };
  let started = false;
  let characters = 0;
  for await (const part of stream) {
    if ("delta" in part && typeof part.delta === "string") characters += part.delta.length;
    // Applies also to models whose client is not ours.
    if (characters > BOUNDS.turn) throw new RefusedAnswer("more than 64 MB in one turn");
    if (part.type === "error") {
      if (isCut(part.error)) return;
      throw part.error;
    }
    if (part.type === "response-metadata" && !started) start = startOf(part, model);
    const events = [...eventsOf(part, answer)];
    if (events.length === 0 && HIDDEN.has(part.type)) onHiddenContent?.();
    if (!started && (events.length > 0 || part.type === "response-metadata" || part.type === "finish")) {
      started = true;
      yield { type: "start", ...start };
    }
    yield* events;
    if (part.type === "finish") {
      const stop = stopOf(part as Finish, answer.parts);
      if (stop === undefined) return;
      yield { type: "done", message: finishMessage(answer.parts), stop, ...usageOf(part.usage), ...start };
    }
  }
}

/** Content that no event shows. */
const HIDDEN: ReadonlySet<string> = new Set([
  "file",
  "reasoning-file",
  "source",
  "custom",
  "tool-call",
  "tool-result",
]);

function startOf({ modelId, id }: { readonly modelId?: unknown; readonly id?: unknown }, requested: string) {
  return { model: shortName(modelId) ?? requested, id: shortName(id) };
}

/** The chat completions client reports a stream that broke off as its own error. */
function isCut(error: unknown): boolean {
  return error instanceof Error && error.message.includes("ended without a finish reason");
}

function* eventsOf(part: WirePart, answer: Answer): Generator<TurnEvent> {
  switch (part.type) {
    case "text-start":
      open(answer, `text ${part.id}`, { type: "text", text: "", ...metadataOf(part) });
      break;
    case "reasoning-start":
      open(answer, `reasoning ${part.id}`, { type: "thinking", text: "", ...metadataOf(part) });
      break;
    case "text-delta":
    case "text-end":
      yield* continued(answer, `text ${part.id}`, part);
      break;
    case "reasoning-delta":
    case "reasoning-end":
      yield* continued(answer, `reasoning ${part.id}`, part);
      break;
    case "tool-input-start":
      if (!part.providerExecuted) yield* openCall(answer, part.id, part.toolName);
      break;
    case "tool-input-delta": {
      const block = answer.open.get(`call ${part.id}`);
      if (block === undefined || part.delta === "") break;
      addInput(answer.parts[block] as DraftToolCall, part.delta);
      yield { type: "tool_input", block, json: part.delta };
      break;
    }
    case "tool-call":
      // A tool that the provider runs itself is not shown to the caller.
      if (!part.providerExecuted) yield* closeCall(answer, part);
  }
}

function open(answer: Answer, key: string, part: DraftPart): number {
  const block = addPart(answer.parts, part);
  answer.open.set(key, block);
  return block;
}

function* continued(
  answer: Answer,
  key: string,
  event: { readonly delta?: string; readonly providerMetadata?: unknown },
): Generator<TurnEvent> {
  const block = answer.open.get(key);
  const part = block === undefined ? undefined : answer.parts[block];
  if (block === undefined || (part?.type !== "text" && part?.type !== "thinking")) return;
  Object.assign(part, metadataOf(event));
  if (event.delta === undefined || event.delta === "") return;
  part.text += event.delta;
  yield { type: part.type, block, text: event.delta };
}

function* openCall(answer: Answer, id: string, name: string): Generator<TurnEvent> {
  const block = open(answer, `call ${id}`, { type: "tool_call", id, name, json: "" });
  yield { type: "tool_call", block, id, name };
}

function* closeCall(answer: Answer, part: Extract<WirePart, { type: "tool-call" }>): Generator<TurnEvent> {
  const key = `call ${part.toolCallId}`;
  if (!answer.open.has(key)) yield* openCall(answer, part.toolCallId, part.toolName);
  const block = answer.open.get(key)!;
  const call = answer.parts[block] as DraftToolCall;
  if (call.json === "" && part.input !== "") yield { type: "tool_input", block, json: part.input };
  call.json = part.input;
  Object.assign(call, metadataOf(part));
}

function metadataOf({ providerMetadata }: { readonly providerMetadata?: unknown }) {
  return providerMetadata === undefined ? {} : { metadata: providerMetadata as ProviderMetadata };
}

/** Undefined if the stream was cut. Some services report `stop` after tool calls. */
function stopOf({ finishReason: { unified } }: Finish, parts: readonly DraftPart[]): StopReason | undefined {
  if (unified === "error" || unified === "interrupted") return;
  if (unified === "length") return "length";
  if (unified === "content-filter") return "refusal";
  return parts.some(({ type }) => type === "tool_call") ? "tool_calls" : "end";
}

function usageOf(usage: LanguageModelV4Usage | undefined): { readonly usage?: Usage } {
  const { total, noCache, cacheRead = 0, cacheWrite = 0 } = usage?.inputTokens ?? {};
  const outputTokens = usage?.outputTokens?.total;
  if (total === undefined && outputTokens === undefined) return {};
  return {
    usage: {
      inputTokens: noCache ?? Math.max(0, (total ?? 0) - cacheRead - cacheWrite),
      outputTokens: outputTokens ?? 0,
      ...(cacheRead > 0 && { cacheReadTokens: cacheRead }),
      ...(cacheWrite > 0 && { cacheWriteTokens: cacheWrite }),
    },
  };
}
