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
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // What a model writes need not be JSON; the caller tells it so.
  }
  return undefined;
}
