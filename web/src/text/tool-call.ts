/** A tool call as a thought of a chat records it. */
export interface ToolCall {
  readonly input: unknown;
  /** Output that is JSON as its value, other output as text. */
  readonly output: unknown;
  /** Of the output, in characters. */
  readonly characters: number;
  /** "Answered in 52 ms" or "Failed after 52 ms". */
  readonly outcome: string;
}

/** Reads the tool call in the metadata of a thought; undefined if there is none. */
export function toolCallOf({ role, evidence }: Readonly<Record<string, unknown>>): ToolCall | undefined {
  if (role !== "tool" || typeof evidence !== "object" || evidence === null) return undefined;
  const { input, output, isError, durationMs } = evidence as Readonly<Record<string, unknown>>;
  if (typeof input !== "object" || typeof output !== "string") return undefined;
  const verb = isError === true ? ["Failed", "after"] : ["Answered", "in"];
  const outcome = typeof durationMs === "number" ? `${verb.join(" ")} ${milliseconds(durationMs)}` : verb[0]!;
  return { input, output: parsed(output), characters: output.length, outcome };
}

const milliseconds = (duration: number): string =>
  duration < 1 ? "less than 1 ms" : `${Math.round(duration).toLocaleString("en-GB")} ms`;

function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
