const KB = 1024;
const MB = 1024 * KB;

/** Limits on a model service's response, counted after decompression. */
export const BOUNDS = {
  errorBody: 64 * KB,
  /** One line, one event, one document, or the input of one tool call. */
  event: 16 * MB,
  /** All bytes of one model turn. */
  turn: 64 * MB,
  /** Text blocks, thinking blocks and tool calls of one turn. */
  parts: 4096,
  /** Nesting and size of JSON that is parsed. */
  levels: 1000,
  values: 250_000,
  /** Nesting of a tool call's input, which is serialized again. */
  inputLevels: 200,
} as const;

/** A response that Clew refuses, mostly because of its size. `what` completes the sentence "The service sent …". */
export class RefusedAnswer extends Error {
  override readonly name = "RefusedAnswer";
  readonly what: string;
  constructor(what: string) {
    super(`The service sent ${what}.`);
    this.what = what;
  }
}

/** The `what` of a RefusedAnswer, however deep a library wrapped it. */
export function refusedAnswerIn(thrown: unknown): string | undefined {
  for (let depth = 0, error = thrown; depth < 6 && error instanceof Error; depth += 1, error = error.cause)
    if (error instanceof RefusedAnswer) return error.what;
  return undefined;
}
