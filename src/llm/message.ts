/** A message of a person, or of a program on their behalf. */
export interface UserMessage {
  readonly role: "user";
  readonly content: readonly (TextPart | ImagePart | ToolResultPart)[];
}

/** A model's answer: its parts in order. Thinking goes back verbatim to the model that wrote it. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: readonly (TextPart | ThinkingPart | RedactedPart | ToolCallPart)[];
}

/** One message of a conversation. */
export type Message = UserMessage | AssistantMessage;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly metadata?: ProviderMetadata;
}

/** Data that a provider attached to a part. It goes back with the part and means nothing to other providers. */
export type ProviderMetadata = Readonly<Record<string, unknown>>;

/** A base64 image. */
export interface ImagePart {
  readonly type: "image";
  readonly mediaType: string;
  readonly data: string;
}

/** Visible reasoning; the signature proves to the provider that it is unchanged. */
export interface ThinkingPart {
  readonly type: "thinking";
  readonly text: string;
  readonly signature?: string;
  readonly metadata?: ProviderMetadata;
}

/** Encrypted reasoning. */
export interface RedactedPart {
  readonly type: "redacted";
  readonly data: string;
}

export interface ToolCallPart {
  readonly type: "tool_call";
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The raw input if it is not a JSON object. `input` is then empty and the call cannot run. */
  readonly unreadable?: string;
  readonly metadata?: ProviderMetadata;
}

export interface ToolResultPart {
  readonly type: "tool_result";
  readonly callId: string;
  readonly content: readonly (TextPart | ImagePart)[];
  readonly isError?: boolean;
}

/** A user message with one text. */
export function userText(text: string): UserMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

/** The text of a message, without thinking and tool calls. */
export function textOf(message: Message): string {
  return message.content
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("");
}
