import { plainLine } from "./plain-line.ts";

/** One line of plain text from the beginning of a thought. A text that was cut ends at a word, with an ellipsis. */
export function excerpt(beginning: string, limit = 140): string {
  const { text, isCut } = meaningOf(beginning, beginning.length >= limit);
  const line = plainLine(text);
  if (!isCut || /[.!?…]$/.test(line)) return line;
  const end = line.lastIndexOf(" ");
  const whole = end > line.length / 2 ? line.slice(0, end) : line;
  return `${whole.replace(/[\s,;:–—-]{1,20}$/, "")}…`;
}

/** The fields of a JSON answer that hold its text. */
export const TEXT_FIELDS = ["answer", "thought", "text", "content", "message", "summary", "result"] as const;

/** The first of these fields with a text, and whether the text ends. */
const FIELD = /"(?:answer|thought|text|content|message|summary|result)"\s*:\s*"((?:[^"\\]|\\.)*)("?)/;

/** The text of a JSON answer, even if its end is missing; other texts as they are. */
export function meaningOf(text: string, isCut: boolean): { readonly text: string; readonly isCut: boolean } {
  if (!/^\s*(?:```json\s*)?\{/.test(text)) return { text, isCut };
  const found = FIELD.exec(text);
  if (!found) return { text, isCut };
  const [, inner = "", end] = found;
  try {
    return { text: JSON.parse(`"${inner}"`) as string, isCut: end === "" };
  } catch {
    return { text: inner, isCut: end === "" };
  }
}
