const LONGEST = 200;

/** A model's name or an answer's id as a service gives it, if it is one: a text, and not a long one. */
export function shortName(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= LONGEST ? value : undefined;
}
