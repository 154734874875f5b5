import { printParseErrorCode, visit } from "jsonc-parser";
import { positionAt, Refusal } from "./format.ts";

/** A value of a JSON document with its range in the text; `members` only for objects. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly members?: readonly JsonMember[];
}

/** A property of an object: where its key starts, its value, and the comma after it, if any. */
export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly node: JsonNode;
  comma: number | undefined;
}

const deepest = 1000;

interface OpenNode {
  readonly start: number;
  readonly isObject: boolean;
  readonly members: JsonMember[];
  readonly items: unknown[];
  key?: { readonly name: string; readonly start: number };
}

/** Parses JSON with comments and trailing commas, with the offsets that editing in place needs. Throws a `Refusal`. */
export function parseJsonc(text: string): JsonNode {
  const open: OpenNode[] = [];
  let root: JsonNode | undefined;
  const refuse = (message: string, offset: number): never => {
    throw new Refusal(message, positionAt(text, offset));
  };
  const problemOf = (name: string, offset: number): string => {
    const parent = open.at(-1);
    if (name === "ValueExpected" && offset >= text.trimEnd().length) return "the document ends too early";
    if (name === "InvalidSymbol" && !parent && root) return PROBLEMS.EndOfFileExpected!;
    if (name === "InvalidSymbol" && parent?.isObject && !parent.key) return PROBLEMS.PropertyNameExpected!;
    return PROBLEMS[name] ?? "expected a value";
  };
  const add = (node: JsonNode) => {
    const parent = open.at(-1);
    if (!parent) root = node;
    else if (!parent.key) parent.items.push(node.value);
    else {
      parent.members.push({ key: parent.key.name, start: parent.key.start, node, comma: undefined });
      parent.key = undefined;
    }
  };
  const begin = (start: number) => {
    if (open.length > deepest) refuse("nested too deeply", start);
    open.push({ start, isObject: text[start] === "{", members: [], items: [] });
  };
  const visitor = {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectProperty(name: string, start: number) {
      open.at(-1)!.key = { name, start };
    },
    onLiteralValue: (value: unknown, start: number, length: number) =>
      add({ start, end: start + length, value }),
    onSeparator(character: string, offset: number) {
      const last = open.at(-1)?.members.at(-1);
      if (character === "," && last) last.comma = offset;
    },
    onObjectEnd(offset: number) {
      const { start, members } = open.pop()!;
      const entries = members.map(({ key, node }) => [key, node.value] as const);
      add({ start, end: offset + 1, value: Object.fromEntries(entries), members });
    },
    onArrayEnd(offset: number) {
      const { start, items } = open.pop()!;
      add({ start, end: offset + 1, value: items });
    },
    onError(code: number, offset: number) {
      refuse(problemOf(printParseErrorCode(code), offset), offset);
    },
  };
  visit(text, visitor, { allowTrailingComma: true });
  return root!;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  PropertyNameExpected: "expected a property name in double quotes",
  ColonExpected: "expected ':'",
  CommaExpected: "expected ','",
  CloseBraceExpected: "expected '}'",
  CloseBracketExpected: "expected ']'",
  EndOfFileExpected: "text after the end of the document",
  UnexpectedEndOfComment: "a comment that is never closed",
  UnexpectedEndOfString: "a string that is never closed",
  InvalidUnicode: "an invalid string",
  InvalidEscapeCharacter: "an invalid string",
  InvalidCharacter: "an invalid string",
};

/** The end of the comment at an offset: the offset itself without one, undefined if it is never closed. */
export function commentEnd(text: string, at: number): number | undefined {
  if (text.startsWith("//", at)) {
    const newline = text.indexOf("\n", at);
    if (newline < 0) return text.length;
    return text[newline - 1] === "\r" ? newline - 1 : newline;
  }
  if (!text.startsWith("/*", at)) return at;
  const close = text.indexOf("*/", at + 2);
  return close < 0 ? undefined : close + 2;
}
