import type * as z from "zod";
import type { Aliases, Change, Failure, FailureCode } from "../ledger/index.ts";
import type { Notebooks } from "../notebook/notebooks.ts";
import type { Reasoning, ReasoningObserver } from "../reasoning/index.ts";
import type { Author, Sessions } from "../sessions/index.ts";

/** What a tool changes. The MCP annotations are derived from it. */
export type Effect = "read" | "append" | "change" | "destroy";

/** The caller of a tool. */
export interface Caller {
  /** The arguments as they were sent. */
  readonly rawArguments: Readonly<Record<string, unknown>>;
  /** The author of a thought: handle, client and idempotency key. `session` is the session argument of the tool, if it has one. */
  author(session?: string): Author;
  /** The folders that the client has opened; undefined when the client does not share them. */
  roots(): Promise<readonly ClientRoot[] | undefined>;
}

/** A folder that a client has opened. */
export interface ClientRoot {
  readonly uri: string;
  readonly name?: string | undefined;
}

/** Marks the result of a call that a view made for a person: no note is delivered with it. */
export const VIEWED = "clew/view";

/** How a running call reports to its caller and learns that it was cancelled. */
export interface ToolProgress {
  readonly signal: AbortSignal;
  readonly report: (message: string, done: number, total?: number) => Promise<void>;
  /** Sets a field in the `_meta` of the result, even if the call fails. */
  readonly mark?: (name: string, value: unknown) => void;
  /** Finds the steps of earlier rounds when the client repeats the call. */
  readonly journal?: ReasoningObserver["journal"];
}

/** What a tool gets besides its arguments. */
export interface ToolContext {
  readonly sessions: Sessions;
  readonly reasoning: Reasoning;
  readonly notebooks: Notebooks;
  readonly caller: Caller;
  readonly progress: ToolProgress;
  /** One warning for each argument that could not be read, for the answer. */
  readonly unread: readonly string[];
  /** Everything this server offers. */
  readonly catalogue: Catalogue;
}

/** A resource embedded in an answer. */
export interface EmbeddedText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  readonly annotations?: { readonly audience: readonly string[] };
}

/** An image in base64. */
export interface EmbeddedImage {
  readonly mimeType: string;
  readonly data: string;
}

/** A text beside the value of an answer. */
export interface PlainText {
  readonly text: string;
}

/** A part of an answer besides its value. */
export type Embedded = EmbeddedText | EmbeddedImage | PlainText;

/** An answer with more than a value. */
export class Answer<T> {
  readonly value: T;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly embedded: readonly Embedded[];
  /** The text of `content`, instead of the value as JSON. */
  readonly text: string | undefined;
  /** Set if the tool ran but its work failed: the answer describes the failure, and the result is marked as an error. */
  readonly failed: FailureCode | undefined;
  constructor(
    value: T,
    more: {
      meta?: Readonly<Record<string, unknown>>;
      embedded?: readonly Embedded[];
      text?: string;
      failed?: FailureCode;
    } = {},
  ) {
    this.value = value;
    this.meta = more.meta ?? {};
    this.embedded = more.embedded ?? [];
    this.text = more.text;
    this.failed = more.failed;
  }
}

/** A tool: one file, one value. Arguments are converted to their types, and none is guaranteed to be present. */
export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** The `ui://` resource that shows its answers in clients with MCP Apps. */
  readonly view?: string;
  /** Whether it may reach hosts that are not configured: a package registry, hosts that a notebook requests. */
  readonly openWorld?: boolean;
  readonly input: I;
  /** Arguments that are accepted and not listed, because every client pays for the list in tokens. */
  readonly unlisted?: z.ZodObject;
  readonly output: O;
  /** Other names that are accepted for an argument. */
  readonly aliases?: Aliases;
  /** Whether a call with these arguments asks a model, which may be the client's own. */
  readonly asksModel?: (input: Readonly<Record<string, unknown>>) => boolean;
  /** Parses the arguments strictly, instead of tolerantly. */
  readonly strictInput?: z.ZodType<z.output<I>>;
  /** The argument that collects top-level arguments that the schema does not list. */
  readonly gathers?: string;
  readonly examples: readonly { readonly title: string; readonly input: z.input<I> }[];
  /** Formats a failure for this tool; `CODE: message` by default. */
  readonly refusal?: (failure: Failure) => {
    readonly text: string;
    readonly structured?: Record<string, unknown>;
  };
  run(input: Partial<z.output<I>>, context: ToolContext): Promise<z.output<O> | Answer<z.output<O>>>;
}

/** Checks a tool's types; changes nothing. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): Tool {
  return tool as unknown as Tool;
}

/** What a resource or a prompt gets. */
export interface ReadContext {
  /** The view of a session for MCP Apps, as HTML; undefined if it was not built. */
  readonly appView?: () => Promise<string | undefined>;
  readonly sessions: Sessions;
  readonly reasoning: Reasoning;
  readonly notebooks: Notebooks;
  /** Everything this server offers. */
  readonly catalogue: Catalogue;
}

/** Values that begin with the typed text; `known` are the variables that already have a value. */
export type Complete = (
  typed: string,
  context: ReadContext,
  known: Readonly<Record<string, string>>,
) => Promise<readonly string[]>;

/** The contents of a resource without a fixed media type; `blob` is base64. */
export type Contents =
  | { readonly mimeType: string; readonly text: string }
  | { readonly mimeType: string; readonly blob: string };

/** A resource at a URI, or at every URI of a template (`thoughtbox://sessions/{sessionId}`). */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Absent when every read returns its own. */
  readonly mimeType?: string;
  /** Completions for the variables of a template. */
  readonly complete?: Readonly<Record<string, Complete>>;
  /** The URI whose contents change with this change; undefined when there is none. */
  readonly updatedBy?: (change: Change) => string | undefined;
  /** The contents; undefined when there is nothing at the URI. `query` is the part after `?`. */
  read(
    variables: Readonly<Record<string, string>>,
    context: ReadContext,
    query: URLSearchParams,
  ): Promise<string | Contents | undefined>;
}

/** Checks a resource's types; changes nothing. */
export const defineResource = (resource: Resource): Resource => resource;

/** A prompt: a text that a person picks by name. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required?: boolean;
    readonly complete?: Complete;
  }[];
  render(input: Readonly<Record<string, string>>, context: ReadContext): Promise<string>;
}

/** Checks a prompt's types; changes nothing. */
export const definePrompt = (prompt: Prompt): Prompt => prompt;

/** Everything that a server offers. */
export interface Catalogue {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  /** Other names that a tool can be called by: `reasoning.linear` for `reasoning_linear`. */
  readonly aliases: Readonly<Record<string, string>>;
}
