import { plainLine } from "./plain-line.ts";

/** The label that some statements begin with; the page shows a heading instead. */
const LABEL =
  /^(?:goal|decision|decided|conclusion|concluded|outcome|result|next steps?|next|open questions?|question|answer|dead end|dropped)[:.]\s{1,9}(?=\S)/i;

/** A statement of a thought as one line of plain text, without a label at its beginning. */
export function statementText(text: string): string {
  const line = plainLine(text);
  const bare = line.replace(LABEL, "");
  return bare === line ? line : bare.charAt(0).toUpperCase() + bare.slice(1);
}
