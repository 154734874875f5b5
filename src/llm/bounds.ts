const KB = 1024;
const MB = 1024 * KB;

/** What Clew takes of a model service's answer, counted after decompression. */
export const BOUNDS = {
  errorBody: 64 * KB,
  /** One line, one event, one document, or the input of one tool call. */
  event: 16 * MB,
  /** All bytes of one model turn. */
  turn: 64 * MB,
  /** Texts, thinking blocks and tool calls of one turn. */
  parts: 4096,
  /** JSON that is parsed. */
  levels: 1000,
  values: 250_000,
  /** Levels of a tool call's input, which is written again as JSON. */
  inputLevels: 200,
} as const;

/** An answer that Clew does not take, mostly for its size; `what` follows "sent" in the sentence that people read. */
export class RefusedAnswer extends Error {
  override readonly name = "RefusedAnswer";
  readonly what: string;
  constructor(what: string) {
    super(`The service sent ${what}.`);
    this.what = what;
  }
}

/** What an error says that Clew does not take, however deep a library wrapped it. */
export function refusedAnswerIn(thrown: unknown): string | undefined {
  for (let depth = 0, error = thrown; depth < 6 && error instanceof Error; depth += 1, error = error.cause)
    if (error instanceof RefusedAnswer) return error.what;
  return undefined;
}
