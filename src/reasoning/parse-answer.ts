/** The JSON object of a model's answer, bare or in a code fence; prose around the fence is ignored. */
export function jsonIn(text: string): Record<string, unknown> | undefined {
  for (const candidate of [text, ...fences(text)]) {
    if (!candidate.trimStart().startsWith("{")) continue;
    const value = parsed(candidate);
    if (isRecord(value)) return value;
  }
  return undefined;
}

/** The JSON object or list in an answer, even inside a sentence or an unclosed fence. */
export function looseJsonIn(text: string): Record<string, unknown> | readonly unknown[] | undefined {
  const whole = jsonIn(text);
  if (whole) return whole;
  const spans = [
    [text.indexOf("{"), text.lastIndexOf("}")],
    [text.indexOf("["), text.lastIndexOf("]")],
  ] as const;
  // The one that starts first contains the other.
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    if (start < 0 || end < start) continue;
    const value = parsed(text.slice(start, end + 1));
    if (isRecord(value) || Array.isArray(value)) return value;
  }
  return undefined;
}

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The contents of code fences, without the language tag. */
function fences(text: string): readonly string[] {
  return text
    .split("```")
    .filter((_, index) => index % 2 === 1)
    .map((body) => body.replace(/^[a-z]*[^\S\n]*\n/i, ""));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
