/** The line syntax of `.src.md` that its encoder and decoder share; only what begins in column 1 is structure. */

/** The opening line of a fenced block. */
export interface Fence {
  readonly mark: string;
  readonly info: string;
}

/** The fence that a line opens, if it does. */
export function fenceOf(line: string): Fence | undefined {
  const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
  if (mark === undefined) return undefined;
  const info = line.slice(mark.length, line.endsWith("\r") ? -1 : undefined);
  if (info.includes("\r") || (mark.startsWith("`") && info.includes("`"))) return undefined;
  return { mark, info: info.trim() };
}

/** Whether a line closes a block. */
export function closes(line: string, { mark }: Fence): boolean {
  const text = line.trimEnd();
  return text.length >= mark.length && text === mark[0]!.repeat(text.length);
}

/** A text as a fenced block that nothing inside it closes. */
export function fenced(info: string, text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const mark = "`".repeat(longest + 1);
  return `${mark}${info}\n${text}\n${mark}`;
}

/** The text of a heading of this level, if the line is one. */
export function headingOf(line: string, level: 1 | 2 | 6): string | undefined {
  const marks = "#".repeat(level);
  if (!line.startsWith(marks) || !/^[ \t\r]?$/.test(line.charAt(level))) return undefined;
  const text = line.slice(level).trim();
  let end = text.length;
  while (text[end - 1] === "#") end--;
  const bare = text.slice(0, end).trimEnd();
  return bare.length < end || end === 0 ? bare : text;
}

/** Whether a heading gives this text back. */
export function fitsHeading(text: string): boolean {
  return text !== "" && !/[\p{Cc}\u2028\u2029]/u.test(text) && headingOf(`# ${text}`, 1) === text;
}

/** What a heading shows in place of a text that does not fit it: always the same for the same text. */
export function shownAs(text: string): string {
  const shown = text
    .slice(0, 200)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s#]+/gu, " ")
    .trim();
  return fitsHeading(shown) ? shown : "Untitled";
}

/** The headings that name a notebook's own files, not cells. */
export const NOTEBOOK_FILES: readonly string[] = ["package.json", "tsconfig.json"];

/** What the heading of a code cell shows when its name does not fit there. */
export function shownFile(filename: string): string {
  return NOTEBOOK_FILES.includes(filename) ? `_${filename}` : shownAs(filename);
}

/** Our marks: comments that other readers of Markdown do not show. */
export type Mark = "cell" | "markdown" | "title" | "h1" | "h6" | "file";

/** A mark's line, with a text where it has one. */
export function markLine(mark: Mark, text?: string): string {
  return `<!-- clew:${mark}${text === undefined ? "" : ` ${commentJson(text)}`} -->`;
}

/** The mark of a line, if it is one. */
export function markOf(line: string): { readonly mark: Mark; readonly text?: string } | undefined {
  const match = /^<!-- clew:(cell|markdown|title|h1|h6|file)(?: (".*"))? -->\s*$/.exec(line);
  if (!match) return undefined;
  const mark = match[1] as Mark;
  if (match[2] === undefined) return { mark };
  try {
    return { mark, text: String(JSON.parse(match[2])) };
  } catch {
    return undefined;
  }
}

/** JSON that can stand in a comment: it has no `>` and no line end. */
export function commentJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[>\u007f-\u009f\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
