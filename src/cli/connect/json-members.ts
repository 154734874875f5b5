import {
  endOfLine,
  endsInLineComment,
  indentStep,
  lineBreakBefore,
  lineIndent,
  newlineOf,
  renderBlock,
  renderInline,
  skipBlanks,
  skipBlanksBack,
} from "./json-layout.ts";
import type { JsonMember, JsonNode } from "./jsonc.ts";

/** Adds a member after the last one of an object that has members, laid out like the last one. */
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

/** Takes one member out of an object with the comma and the line that belong to it. */
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

/** Puts another value in the place of a member's value, laid out like the member. */
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

/** True when there is white space between a member's colon and its value. */
export function isSpaced(text: string, member: JsonMember): boolean {
  return /\s/.test(text.charAt(member.node.start - 1));
}

/** The text with a piece put in at an offset. */
export function insert(text: string, offset: number, piece: string): string {
  return text.slice(0, offset) + piece + text.slice(offset);
}
