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

/** The text of a JSON answer, even if its end is missing; other texts as they are. */
function meaningOf(text: string, isCut: boolean): { readonly text: string; readonly isCut: boolean } {
  if (!/^\s*(?:```json\s*)?\{/.test(text)) return { text, isCut };
  for (const field of TEXT_FIELDS) {
    const found = new RegExp(`"${field}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)("?)`).exec(text);
    if (!found) continue;
    try {
      return { text: JSON.parse(`"${found[1]}"`) as string, isCut: found[2] === "" };
    } catch {
      return { text: found[1]!, isCut: found[2] === "" };
    }
  }
  return { text, isCut };
}
