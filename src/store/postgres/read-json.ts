/** The value of a column that holds JSON; undefined when it does not. */
export function readJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return undefined;
  }
}
