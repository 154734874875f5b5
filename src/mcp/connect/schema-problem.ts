const MAX_DEPTH = 64;
const MAX_VALUES = 20_000;
const MAX_CHARACTERS = 500_000;

/** Why an untrusted schema is rejected; undefined when it is fine. Walks it without recursion. */
export function schemaProblem(schema: unknown): string | undefined {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: schema, depth: 0 }];
  let values = 0;
  let characters = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    values += 1;
    if (values > MAX_VALUES) return `it has more than ${MAX_VALUES} values`;
    if (depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`;
    if (typeof value === "string") characters += value.length;
    if (characters > MAX_CHARACTERS) return `it has more than ${MAX_CHARACTERS} characters`;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      characters += Array.isArray(value) ? 0 : name.length;
      waiting.push({ value: member, depth: depth + 1 });
      if (waiting.length > MAX_VALUES) return `it has more than ${MAX_VALUES} values`;
    }
  }
}
