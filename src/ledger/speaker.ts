/** Who wrote a thought: the person, a model or agent, or a tool. */
export interface Speaker {
  readonly kind: "person" | "agent" | "tool";
  /** The name as a header shows it: "You", "claude-sonnet-5-5", "tool: search". */
  readonly name: string;
  /** The kind of text, if it is not an ordinary thought: `thinking`. */
  readonly note?: string;
}

interface Spoken {
  readonly author?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

const LONGEST_NAME = 80;

/** The speaker of a thought, from its role, author, model and tool; undefined if none of them is recorded. */
export function speakerOf({ author, metadata = {} }: Spoken): Speaker | undefined {
  const { role, evidence, tool, model } = metadata;
  if (role === "user") return { kind: "person", name: "You" };
  if (role === "tool") {
    const named = nameOf((evidence as { readonly tool?: unknown } | undefined)?.tool) ?? nameOf(tool);
    return { kind: "tool", name: named === undefined ? "tool" : `tool: ${named}` };
  }
  const name = nameOf(author) ?? nameOf(model) ?? (role === "assistant" ? "assistant" : undefined);
  if (name === undefined) return undefined;
  return { kind: "agent", name, ...(role === "thinking" && { note: "thinking" }) };
}

/** The question that a thought answers, if one is recorded. */
export function questionOf({ metadata = {} }: Pick<Spoken, "metadata">): string | undefined {
  const { question } = metadata;
  return typeof question === "string" && question.trim() !== "" ? question : undefined;
}

function nameOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, LONGEST_NAME) : undefined;
}
