/** What a person, or a program in their name, says to a model. */
export interface UserMessage {
  readonly role: "user";
  readonly content: readonly (TextPart | ImagePart | ToolResultPart)[];
}

/** What a model said: its parts in the order it gave them. Thinking goes back to the model that wrote it verbatim. */
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

/** What a provider attached to a part of its own; it goes back with the part and means nothing to anybody else. */
export type ProviderMetadata = Readonly<Record<string, unknown>>;

/** A picture in base64. */
export interface ImagePart {
  readonly type: "image";
  readonly mediaType: string;
  readonly data: string;
}

/** Reasoning that the model shows; the signature proves to the provider that it is unchanged. */
export interface ThinkingPart {
  readonly type: "thinking";
  readonly text: string;
  readonly signature?: string;
  readonly metadata?: ProviderMetadata;
}

/** Reasoning that the provider keeps to itself. */
export interface RedactedPart {
  readonly type: "redacted";
  readonly data: string;
}

export interface ToolCallPart {
  readonly type: "tool_call";
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the model wrote where its input is no JSON object (`input` is then empty): such a call cannot be run. */
  readonly unreadable?: string;
  readonly metadata?: ProviderMetadata;
}

export interface ToolResultPart {
  readonly type: "tool_result";
  readonly callId: string;
  readonly content: readonly (TextPart | ImagePart)[];
  readonly isError?: boolean;
}

/** A user's message of one text. */
export function userText(text: string): UserMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

/** All that was said aloud in a message, without thinking and tool calls. */
export function textOf(message: Message): string {
  return message.content
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("");
}
