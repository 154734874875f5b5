/** Deeper values are not compared. */
const MOST_DEPTH = 100;

/** A text that two values share when they are the same JSON; undefined when there are not enough steps to make it. */
export function canonical(value: unknown, budget: { steps: number }, depth = 0): string | undefined {
  budget.steps -= 1 + (typeof value === "string" ? value.length >> 8 : 0);
  if (budget.steps < 0 || depth > MOST_DEPTH) return;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  if (names.length > budget.steps) return;
  const parts: string[] = [];
  for (const name of Array.isArray(value) ? names : names.sort()) {
    const text = canonical((value as Record<string | number, unknown>)[name], budget, depth + 1);
    if (text === undefined) return;
    parts.push(typeof name === "number" ? text : `${JSON.stringify(name)}:${text}`);
  }
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`;
}
