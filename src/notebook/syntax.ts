/** The line syntax of `.src.md`, shared by its encoder and decoder. Only text that starts in column 1 is structure. */

/** The opening line of a fenced block. */
export interface Fence {
  readonly mark: string;
  readonly info: string;
}

/** The fence that a line opens, if any. */
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

/** Whether decoding a heading returns this text. */
export function fitsHeading(text: string): boolean {
  return text !== "" && !/[\p{Cc}\u2028\u2029]/u.test(text) && headingOf(`# ${text}`, 1) === text;
}

/** What a heading shows instead of a text that cannot be a heading: always the same for the same text. */
export function shownAs(text: string): string {
  const shown = text
    .slice(0, 200)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s#]+/gu, " ")
    .trim();
  return fitsHeading(shown) ? shown : "Untitled";
}

/** The headings of a notebook's own files, which are not cells. */
export const NOTEBOOK_FILES: readonly string[] = ["package.json", "tsconfig.json"];

/** What the heading of a code cell shows if its name cannot be a heading. */
export function shownFile(filename: string): string {
  return NOTEBOOK_FILES.includes(filename) ? `_${filename}` : shownAs(filename);
}

/** Our markers: comments that other Markdown renderers do not show. */
export type Mark = "cell" | "markdown" | "title" | "h1" | "h6" | "file";

/** The line of a marker, with a text if it has one. */
export function markLine(mark: Mark, text?: string): string {
  return `<!-- clew:${mark}${text === undefined ? "" : ` ${commentJson(text)}`} -->`;
}

/** The marker on a line, if any. */
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

/** JSON that can be in a comment: without `>` and line ends. */
export function commentJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[>\u007f-\u009f\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
