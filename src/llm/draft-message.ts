import { BOUNDS, RefusedAnswer } from "./bounds.ts";
import type { AssistantMessage, ProviderMetadata } from "./message.ts";

/** A part of an answer while it streams. */
export type DraftPart =
  | { readonly type: "text"; text: string; metadata?: ProviderMetadata }
  | { readonly type: "thinking"; text: string; signature?: string; metadata?: ProviderMetadata }
  | { readonly type: "redacted"; readonly data: string }
  | DraftToolCall;

/** A tool call while its input streams. */
export interface DraftToolCall {
  readonly type: "tool_call";
  readonly id: string;
  readonly name: string;
  json: string;
  metadata?: ProviderMetadata;
}

/** Adds a part to an answer and returns its index. */
export function addPart(parts: DraftPart[], part: DraftPart): number {
  if (parts.length >= BOUNDS.parts) throw new RefusedAnswer("more than 4,096 parts in one turn");
  return parts.push(part) - 1;
}

/** Appends to the input of a tool call. */
export function addInput(call: DraftToolCall, json: string): void {
  if (call.json.length + json.length > BOUNDS.event)
    throw new RefusedAnswer("more than 16 MB of input for one tool call");
  call.json += json;
}

/** The complete message. A tool call whose input is not a JSON object carries the raw text as `unreadable`. */
export function finishMessage(parts: readonly DraftPart[]): AssistantMessage {
  return { role: "assistant", content: parts.map(finishPart) };
}

function finishPart(part: DraftPart): AssistantMessage["content"][number] {
  if (part.type !== "tool_call") return { ...part };
  const { json, ...call } = part;
  const input = parseObject(json);
  return input === undefined ? { ...call, input: {}, unreadable: json } : { ...call, input };
}

function parseObject(json: string): Readonly<Record<string, unknown>> | undefined {
  if (json.trim() === "") return {};
  // Deeper input parses but cannot be serialized again.
  if (isDeeper(json, BOUNDS.inputLevels)) return;
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The host answers such a call with an error.
  }
  return undefined;
}

/** Whether JSON is nested deeper than `most` levels. */
function isDeeper(json: string, most: number): boolean {
  if (json.length <= most) return false;
  let levels = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') inString = !inString;
    else if (inString) at += char === "\\" ? 1 : 0;
    else if (char === "[" || char === "{") levels += 1;
    else if (char === "]" || char === "}") levels -= 1;
    if (levels > most) return true;
  }
  return false;
}

const LONGEST_NAME = 200;

/** A model name or answer id from a service; undefined unless it is a short string. */
export function shortName(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= LONGEST_NAME ? value : undefined;
}
