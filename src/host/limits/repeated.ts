/** A tool call, as far as it can be the same as another. */
export interface ComparableCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** `warn` runs and says so in the result; `stop` is not run. */
export type Repetition = "fresh" | "warn" | "stop";

/** Whether a call is one of many in a row of the same tool with the same arguments; the history is the calls before it. */
export function repeated(history: readonly ComparableCall[], call: ComparableCall): Repetition {
  const before = history.length - 1 - history.findLastIndex((earlier) => !isSame(earlier, call));
  if (before < WARNED - 1) return "fresh";
  return before === WARNED - 1 ? "warn" : "stop";
}

/** What the model is told of a repetition, and nothing of a fresh call. */
export function repetitionText(call: ComparableCall, repetition: Repetition): string | undefined {
  const again = `'${call.name}' has now been called with the same arguments ${WARNED} times in a row`;
  if (repetition === "warn")
    return `${again}. Another such call will not be run: use what it said, or try something else.`;
  if (repetition === "stop") return `Not run: ${again}. Its answer is above: use it, or try something else.`;
}

const WARNED = 3;

function isSame(a: ComparableCall, b: ComparableCall): boolean {
  return a.name === b.name && canonicalJson(a.input) === canonicalJson(b.input);
}

/** JSON in which the order of keys does not matter. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
