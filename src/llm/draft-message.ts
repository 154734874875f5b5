import { BOUNDS, RefusedAnswer } from "./bounds.ts";
import { isDeeper } from "./json-weigher.ts";
import type { AssistantMessage, ProviderMetadata } from "./message.ts";

/** A part of an answer while it is being written. */
export type DraftPart =
  | { readonly type: "text"; text: string; metadata?: ProviderMetadata }
  | { readonly type: "thinking"; text: string; signature?: string; metadata?: ProviderMetadata }
  | { readonly type: "redacted"; readonly data: string }
  | {
      readonly type: "tool_call";
      readonly id: string;
      readonly name: string;
      /** The input as it arrives. */
      json: string;
      metadata?: ProviderMetadata;
    };

/** Adds a part to an answer; answers its place. */
export function addPart(parts: DraftPart[], part: DraftPart): number {
  if (parts.length >= BOUNDS.parts) throw new RefusedAnswer("more than 4,096 parts in one turn");
  return parts.push(part) - 1;
}

/** Adds to the input of a tool call. */
export function addInput(call: DraftPart & { type: "tool_call" }, json: string): void {
  if (call.json.length + json.length > BOUNDS.event)
    throw new RefusedAnswer("more than 16 MB of input for one tool call");
  call.json += json;
}

type Part = AssistantMessage["content"][number];

/** The message that parts make when nothing more comes. */
export function finishMessage(parts: readonly DraftPart[]): AssistantMessage {
  return { role: "assistant", content: parts.map(finishPart) };
}

function finishPart(part: DraftPart): Part {
  if (part.type !== "tool_call") return { ...part };
  const { json, ...call } = part;
  const input = objectIn(json);
  return input === undefined ? { ...call, input: {}, unreadable: json } : { ...call, input };
}

function objectIn(json: string): Readonly<Record<string, unknown>> | undefined {
  if (json.trim() === "") return {};
  // It could be parsed, and never be written again.
  if (isDeeper(json, BOUNDS.inputLevels)) return;
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // A model may write anything; the caller answers it with an error.
  }
  return undefined;
}
