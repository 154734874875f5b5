import { commentEnd, type JsonMember, type JsonNode } from "./jsonc.ts";

/** Appends a member to an object that has members, formatted like the last one. */
export function appendMember(
  text: string,
  root: JsonNode,
  object: JsonNode,
  key: string,
  value: unknown,
): string {
  const last = object.members?.at(-1) as JsonMember;
  const after = (last.comma ?? last.node.end - 1) + 1;
  const separator = last.comma === undefined ? "," : "";
  const trailing = last.comma === undefined ? "" : ",";
  const indent = lineIndent(text, last.start);
  if (indent === undefined) {
    const spaced = isSpaced(text, last);
    const member = `${JSON.stringify(key)}:${spaced ? " " : ""}${renderInline(value, spaced)}`;
    return insert(text, after, `${separator}${spaced ? " " : ""}${member}${trailing}`);
  }
  const newline = newlineOf(text);
  const rendered = renderBlock(value, indentStep(text, root, object), indent, newline);
  const member = `${newline}${indent}${JSON.stringify(key)}: ${rendered}${trailing}`;
  return insert(insert(text, endOfLine(text, after), member), after, separator);
}

/** Removes a member with its comma and line. */
export function removeMember(text: string, object: JsonNode, index: number): string {
  const members = object.members ?? [];
  const member = members[index] as JsonMember;
  const previous = members[index - 1];
  const isLast = index === members.length - 1;
  let to = member.comma === undefined ? member.node.end : member.comma + 1;
  let from: number;
  if (lineIndent(text, member.start) !== undefined) {
    from = lineBreakBefore(text, member.start);
    const before = previous ? (previous.comma ?? 0) + 1 : object.start + 1;
    const next = skipBlanks(text, to);
    const restIsEmpty = next >= text.length || text[next] === "\n" || text[next] === "\r";
    if (!restIsEmpty && (text[next] === "/" || endsInLineComment(text, before, from))) {
      from = member.start;
      to = next;
    }
  } else if (previous) {
    from = skipBlanksBack(text, member.start);
  } else {
    from = member.start;
    if (!isLast) to = skipBlanks(text, to);
  }
  const without = text.slice(0, from) + text.slice(to);
  const comma = isLast && member.comma === undefined ? previous?.comma : undefined;
  return comma === undefined ? without : without.slice(0, comma) + without.slice(comma + 1);
}

/** Replaces a member's value, formatted like the member. */
export function replaceValue(
  text: string,
  root: JsonNode,
  object: JsonNode,
  member: JsonMember,
  value: unknown,
): string {
  const indent = lineIndent(text, member.start);
  const rendered =
    indent === undefined
      ? renderInline(value, isSpaced(text, member))
      : renderBlock(value, indentStep(text, root, object), indent, newlineOf(text));
  return text.slice(0, member.node.start) + rendered + text.slice(member.node.end);
}

/** Whether there is white space between a member's colon and its value. */
export function isSpaced(text: string, member: JsonMember): boolean {
  return /\s/.test(text.charAt(member.node.start - 1));
}

/** Inserts a piece at an offset. */
export function insert(text: string, offset: number, piece: string): string {
  return text.slice(0, offset) + piece + text.slice(offset);
}

/** The line ending of a file. */
export function newlineOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** The white space before an offset if nothing else precedes it on its line. */
function lineIndent(text: string, offset: number): string | undefined {
  const start = skipBlanksBack(text, offset);
  return text[start - 1] === "\n" ? text.slice(start, offset) : undefined;
}

/** Where the line break before an indented offset starts. */
function lineBreakBefore(text: string, offset: number): number {
  const newline = skipBlanksBack(text, offset) - 1;
  return text[newline - 1] === "\r" ? newline - 1 : newline;
}

/** The start of the run of spaces and tabs that ends at an offset. */
function skipBlanksBack(text: string, offset: number): number {
  let at = offset;
  while (text[at - 1] === " " || text[at - 1] === "\t") at--;
  return at;
}

/** The offset after spaces and tabs. */
function skipBlanks(text: string, offset: number): number {
  let at = offset;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}

/** The end of the line after its comments; if a token follows, the end of the last comment. */
function endOfLine(text: string, offset: number): number {
  let last = offset;
  for (;;) {
    const at = skipBlanks(text, last);
    if (at >= text.length || text[at] === "\n" || text.startsWith("\r\n", at)) return at;
    const end = commentEnd(text, at) ?? at;
    if (end === at) return last;
    last = end;
  }
}

/** Whether the trivia between two offsets ends in a line comment. */
function endsInLineComment(text: string, from: number, to: number): boolean {
  let at = from;
  let inLine = false;
  while (at < to) {
    const end = commentEnd(text, at) ?? to;
    inLine = end > at ? text.startsWith("//", at) : inLine && text[at] !== "\n";
    at = Math.max(end, at + 1);
  }
  return inLine;
}

/** One indentation step below an object: that of its members, else that of the document. */
export function indentStep(text: string, root: JsonNode, object: JsonNode): string {
  for (const parent of [...(object.members ?? []).map((member) => member.node), object, root]) {
    const child = parent.members?.[0];
    const inner = child && lineIndent(text, child.start);
    const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", parent.start) + 1))?.[0] ?? "";
    if (inner?.startsWith(outer) && inner.length > outer.length) return inner.slice(outer.length);
  }
  return "  ";
}

/** A value on several lines; all but the first are indented below `indent`. */
export function renderBlock(value: unknown, step: string, indent: string, newline: string): string {
  return JSON.stringify(value, undefined, step).replaceAll("\n", newline + indent);
}

/** A value on one line, without spaces inside braces: those mark a list that was empty before. */
export function renderInline(value: unknown, spaced: boolean): string {
  const gap = spaced ? " " : "";
  if (Array.isArray(value)) return `[${value.map((item) => renderInline(item, spaced)).join(`,${gap}`)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}:${gap}${renderInline(item, spaced)}`,
  );
  return `{${members.join(`,${gap}`)}}`;
}
