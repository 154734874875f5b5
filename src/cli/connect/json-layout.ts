import { commentEnd, type JsonNode } from "./jsonc.ts";

/** The line ending that a file uses. */
export function newlineOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** The white space before an offset when nothing else stands before it on its line. */
export function lineIndent(text: string, offset: number): string | undefined {
  const start = skipBlanksBack(text, offset);
  return text[start - 1] === "\n" ? text.slice(start, offset) : undefined;
}

/** Where the line break in front of an indented offset starts. */
export function lineBreakBefore(text: string, offset: number): number {
  const newline = skipBlanksBack(text, offset) - 1;
  return text[newline - 1] === "\r" ? newline - 1 : newline;
}

/** The offset of the first blank or tab in the run that ends at an offset. */
export function skipBlanksBack(text: string, offset: number): number {
  let at = offset;
  while (text[at - 1] === " " || text[at - 1] === "\t") at--;
  return at;
}

/** The offset after blanks and tabs. */
export function skipBlanks(text: string, offset: number): number {
  let at = offset;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

/** The end of the line at an offset, after the comments that start on it; before a token, after the last comment. */
export function endOfLine(text: string, offset: number): number {
  let last = offset;
  for (;;) {
    const at = skipBlanks(text, last);
    if (at >= text.length || text[at] === "\n" || text.startsWith("\r\n", at)) return at;
    const end = commentEnd(text, at) ?? at;
    if (end === at) return last;
    last = end;
  }
}

/** True when white space and comments from one offset to another end in a line comment. */
export function endsInLineComment(text: string, from: number, to: number): boolean {
  let at = from;
  let inLine = false;
  while (at < to) {
    const end = commentEnd(text, at) ?? to;
    inLine = end > at ? text.startsWith("//", at) : inLine && text[at] !== "\n";
    at = Math.max(end, at + 1);
  }
  return inLine;
}

/** One step of indentation below an object: as its members have it, else as the document has it. */
export function indentStep(text: string, root: JsonNode, object: JsonNode): string {
  for (const parent of [...(object.members ?? []).map((member) => member.node), object, root]) {
    const child = parent.members?.[0];
    const inner = child && lineIndent(text, child.start);
    const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", parent.start) + 1))?.[0] ?? "";
    if (inner?.startsWith(outer) && inner.length > outer.length) return inner.slice(outer.length);
  }
  return "  ";
}

/** A value over several lines, its further lines indented to stand below a line with `indent`. */
export function renderBlock(value: unknown, step: string, indent: string, newline: string): string {
  return JSON.stringify(value, undefined, step).replaceAll("\n", newline + indent);
}

/** A value on one line; there is never white space inside a brace, which is what marks a list found empty. */
export function renderInline(value: unknown, spaced: boolean): string {
  const gap = spaced ? " " : "";
  if (Array.isArray(value)) return `[${value.map((item) => renderInline(item, spaced)).join(`,${gap}`)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${gap}${renderInline(item, spaced)}`,
  );
  return `{${members.join(`,${gap}`)}}`;
}
