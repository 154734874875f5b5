import { MAX_MARKS, type Mark, readMarks } from "../ledger/index.ts";

/**
 * The marks in a message: lines of their own such as "decision: use a table because one server is enough", outside of code.
 * Only the plain names of the kinds count, because a message is prose first.
 */
export function declaredMarks(text: string): readonly Mark[] {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.slice(0, MOST_CHARACTERS).split("\n")) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (mark?.startsWith(fence!)) fence = undefined;
    else if (fence === undefined && MARK.test(line)) lines.push(line.replaceAll("**", ""));
    if (lines.length === MAX_MARKS) break;
  }
  return lines.length === 0 ? [] : readMarks(lines).marks;
}

const MOST_CHARACTERS = 100_000;
const MARK = /^ {0,3}(?:[-*•] )?(?:\*\*)?(?:decision|dead end|open|answered|next|outcome):(?:\*\*)? {0,3}\S/i;
