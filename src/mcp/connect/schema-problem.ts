/** The most values that a schema may hold, one in another. */
const MOST_DEPTH = 64;
/** The most values in all. */
const MOST_VALUES = 20_000;
/** The most characters of all its texts. */
const MOST_CHARACTERS = 500_000;

/** Why a schema of a stranger is not taken; undefined for one that is. It is walked without recursion. */
export function schemaProblem(schema: unknown): string | undefined {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: schema, depth: 0 }];
  let values = 0;
  let characters = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    values += 1;
    if (values > MOST_VALUES) return `it has more than ${MOST_VALUES} values`;
    if (depth > MOST_DEPTH) return `it is nested more than ${MOST_DEPTH} levels deep`;
    if (typeof value === "string") characters += value.length;
    if (characters > MOST_CHARACTERS) return `it has more than ${MOST_CHARACTERS} characters`;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      characters += Array.isArray(value) ? 0 : name.length;
      waiting.push({ value: member, depth: depth + 1 });
      if (waiting.length > MOST_VALUES) return `it has more than ${MOST_VALUES} values`;
    }
  }
}
