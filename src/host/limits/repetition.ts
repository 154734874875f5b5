/** The part of a tool call that can be repeated. */
export interface ComparableCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** `warn`: the call runs and its result carries a warning. `stop`: the call does not run. */
export type Repetition = "fresh" | "warn" | "stop";

/** Checks how often a call was made in a row with the same arguments. The history holds the calls before it. */
export function repetitionOf(history: readonly ComparableCall[], call: ComparableCall): Repetition {
  const before = history.length - 1 - history.findLastIndex((earlier) => !isSame(earlier, call));
  if (before < WARNED - 1) return "fresh";
  return before === WARNED - 1 ? "warn" : "stop";
}

/** The note for the model; undefined for a fresh call. */
export function repetitionText(call: ComparableCall, repetition: Repetition): string | undefined {
  const again = `'${call.name}' has been called with the same arguments ${WARNED} times in a row`;
  if (repetition === "warn")
    return `${again}. Another such call will not run: use the result, or try something else.`;
  if (repetition === "stop") return `Not run: ${again}. Its result is above: use it, or try something else.`;
}

const WARNED = 3;

function isSame(a: ComparableCall, b: ComparableCall): boolean {
  return a.name === b.name && canonicalJson(a.input) === canonicalJson(b.input);
}

/** JSON that does not depend on the order of keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
