import type * as z from "zod";
import type { Aliases, Change, Failure, FailureCode } from "../ledger/index.ts";
import type { Notebooks } from "../notebook/notebooks.ts";
import type { Author, Reasoning, ReasoningObserver } from "../reasoning/index.ts";

/** What a tool does to the world; the MCP annotations follow from it. */
export type Effect = "read" | "append" | "change" | "destroy";

/** Who calls and how. */
export interface Caller {
  /** The arguments as they were sent. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The author of a thought: its handle (`session` is the argument of a door that takes any), client, idempotency key. */
  author(session?: string): Author;
  /** The folders that the client has opened; undefined when it does not tell. */
  roots(): Promise<readonly ClientRoot[] | undefined>;
}

/** A folder that a client has opened. */
export interface ClientRoot {
  readonly uri: string;
  readonly name?: string | undefined;
}

/** How a running call reports to its caller and learns that it was cancelled. */
export interface ToolProgress {
  readonly signal: AbortSignal;
  readonly report: (message: string, done: number, total?: number) => Promise<void>;
  /** Sets a field in the `_meta` of the result, whatever the result will be. */
  readonly mark?: (name: string, value: unknown) => void;
  /** Finds the steps of earlier rounds when the client repeats the call. */
  readonly journal?: ReasoningObserver["journal"];
}

/** What a tool is given besides its arguments. */
export interface ToolContext {
  readonly reasoning: Reasoning;
  readonly notebooks: Notebooks;
  readonly caller: Caller;
  readonly progress: ToolProgress;
  /** What could not be read in the arguments; a door shows it as a warning. */
  readonly unread: readonly string[];
  /** What this very server offers, for those who describe it. */
  readonly catalogue: Catalogue;
}

/** A text that travels with an answer. */
export interface EmbeddedText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  readonly annotations?: { readonly audience: readonly string[] };
}

/** A picture that travels with an answer, in base64. */
export interface EmbeddedImage {
  readonly mimeType: string;
  readonly data: string;
}

/** A text that stands in an answer beside its value, at no address. */
export interface PlainText {
  readonly text: string;
}

/** What may travel with an answer. */
export type Embedded = EmbeddedText | EmbeddedImage | PlainText;

/** An answer that is more than its value. */
export class Answer<T> {
  readonly value: T;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly embedded: readonly Embedded[];
  /** What `content` says instead of the value as JSON: the same facts, better read as prose. */
  readonly text: string | undefined;
  /** The call did its work and the work failed: the answer says how, and the result is marked as an error. */
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

/** A tool: one file, one value. Arguments arrive with their types read and nothing required. */
export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** Whether it may reach places that nobody has configured: a package registry, hosts that a notebook asks for. */
  readonly openWorld?: boolean;
  readonly input: I;
  readonly output: O;
  /** Other names that an argument may come under. */
  readonly aliases?: Aliases;
  /** Whether a call with these arguments asks a model, which may be the client's own. */
  readonly asksModel?: (given: Readonly<Record<string, unknown>>) => boolean;
  /** Reads the arguments instead of the tolerant reading; what does not fit is refused. */
  readonly reads?: z.ZodType<z.output<I>>;
  /** The argument that takes in what stands beside it under names that the schema does not have. */
  readonly gathers?: string;
  readonly examples: readonly { readonly title: string; readonly input: z.input<I> }[];
  /** How a failure reads at this door; the default is `CODE: message`. */
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

/** What a resource or a prompt is given. */
export interface ReadContext {
  readonly reasoning: Reasoning;
  readonly notebooks: Notebooks;
  /** What this very server offers, for those who describe it. */
  readonly catalogue: Catalogue;
}

/** Values that begin with what was typed so far; `given` are the variables that have a value already. */
export type Complete = (
  typed: string,
  context: ReadContext,
  given: Readonly<Record<string, string>>,
) => Promise<readonly string[]>;

/** What stands at a URI whose media type is not always the same; `blob` is base64. */
export type Contents =
  | { readonly mimeType: string; readonly text: string }
  | { readonly mimeType: string; readonly blob: string };

/** A text at a URI, or at every URI of a template (`thoughtbox://sessions/{sessionId}`). */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Absent where each reading tells its own. */
  readonly mimeType?: string;
  /** For a template: how to complete each variable. */
  readonly complete?: Readonly<Record<string, Complete>>;
  /** The URI that is another text after this change; undefined when the change is none of its business. */
  readonly updatedBy?: (change: Change) => string | undefined;
  /** What is there, or undefined when the URI names nothing. `query` is what follows a `?`. */
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
  render(given: Readonly<Record<string, string>>, context: ReadContext): Promise<string>;
}

/** Checks a prompt's types; changes nothing. */
export const definePrompt = (prompt: Prompt): Prompt => prompt;

/** All that a server offers. */
export interface Catalogue {
  readonly tools: readonly Tool[];
  readonly resources: readonly Resource[];
  readonly prompts: readonly Prompt[];
  /** Other names under which a tool may be called: `reasoning.linear` for `reasoning_linear`. */
  readonly aliases: Readonly<Record<string, string>>;
}
