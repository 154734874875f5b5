/** A piece of what is streamed, or a promise at which the stream waits before it goes on. */
export type Piece = string | Promise<unknown>;

/** One text, or the pieces it arrives in. */
export type Pieces = string | readonly Piece[];

/** Thinking that is shown; the server signs it. */
export interface ThinkingBlock {
  readonly type: "thinking";
  readonly text: Pieces;
}

/** Thinking that the service keeps to itself and sends as opaque data. */
export interface RedactedBlock {
  readonly type: "redacted";
}

/** Something that the model says aloud. */
export interface TextBlock {
  readonly type: "text";
  readonly text: Pieces;
}

/** A tool that the model wants called. */
export interface ToolCall {
  readonly name: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** Made by the server when absent. */
  readonly id?: string;
  /** The JSON of the input in the pieces it is streamed in, right or wrong; the input in one piece when absent. */
  readonly json?: Pieces;
}

/** A tool call at its place among other blocks. */
export interface ToolCallBlock extends ToolCall {
  readonly type: "tool_call";
}

/** One part of an answer. */
export type Block = ThinkingBlock | RedactedBlock | TextBlock | ToolCallBlock;

/** Tokens, as the service reports them. */
export interface ReplyUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
}

/** What a service says when it fails; what is absent is filled in as the service would. */
export interface ReplyError {
  readonly type?: string;
  readonly message?: string;
  readonly code?: string;
}

/** What the model answers to one request, or how the service fails to. */
export interface Reply {
  readonly text?: Pieces;
  /** Comes before the text, and only when the request asks for thinking. */
  readonly thinking?: Pieces;
  /** Comes after the text. */
  readonly toolCalls?: readonly ToolCall[];
  /** All blocks in their order, for answers that mix them otherwise than `thinking`, `text`, `toolCalls`. */
  readonly content?: readonly Block[];
  /** The service's own word; `tool_use` or `tool_calls` after tool calls and the usual end otherwise. */
  readonly stop?: string;
  /** Counted from the length of the texts when absent. */
  readonly usage?: ReplyUsage;
  /** The model that says it answered; the one asked for when absent. */
  readonly model?: string;
  readonly id?: string;
  /** Langbase: the thread it is kept under; the request's own, or a new one, when absent. */
  readonly thread?: string;

  /** From 400 on, an error in the service's shape instead of an answer. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: ReplyError;

  /** Nothing is sent, not even the headers, until it settles. */
  readonly hold?: Promise<unknown>;
  /** The server closes the connection: `in the stream` after the content, before anything says that it ended. */
  readonly hangUp?: "before headers" | "after headers" | "in the stream";
  /** Streaming: after the content comes an error in the service's shape instead of the end. */
  readonly streamError?: ReplyError;
  /** Streaming: after the content come these bytes instead of the end. */
  readonly tail?: string;
  /** These bytes instead of the whole body. */
  readonly raw?: Pieces;
  /** The body is written so many bytes at a time, through the middle of characters and lines. */
  readonly split?: number;
}

/** The replies in their order, or a function that makes each from its request; a string is a reply's text. */
export type Script =
  | readonly (Reply | string)[]
  | ((request: RecordedRequest, index: number) => Reply | string | Promise<Reply | string>);

/** What a request carries that scripts and tests look at; all that was sent is there. */
export interface RequestBody {
  readonly model?: string;
  readonly name?: string;
  readonly stream?: boolean;
  readonly messages?: readonly RequestMessage[];
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
  readonly [field: string]: unknown;
}

/** One message of a request, in the service's own form. */
export interface RequestMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly [field: string]: unknown;
}

/** One request as it arrived. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** Why it was refused before the script was asked. */
  readonly refusal: string | undefined;
  /** Whether the client went away before the answer was complete. */
  readonly hungUp: boolean;
  /** Settles when the exchange is over, and says who ended it. */
  readonly ended: Promise<"answered" | "client hung up" | "server hung up">;
}
