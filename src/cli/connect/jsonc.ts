import { positionAt, Refusal } from "./refusal.ts";

/** A value of a JSON document with its place in the text; `members` is there for objects only. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly members?: readonly JsonMember[];
}

/** One property of an object: where its key starts, its value, and the comma after it if there is one. */
export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly node: JsonNode;
  readonly comma: number | undefined;
}

const deepest = 1000;

/** Parses JSON with comments and trailing commas, keeping the offsets that an edit in place needs. */
export function parseJsonc(text: string): JsonNode {
  let at = 0;
  const root = value(0);
  skip();
  if (at < text.length) fail("text after the end of the document");
  return root;

  function value(depth: number): JsonNode {
    skip();
    if (depth > deepest) fail("nested too deeply");
    if (text[at] === "{") return object(depth);
    if (text[at] === "[") return array(depth);
    if (text[at] === '"') return string();
    return word();
  }

  function object(depth: number): JsonNode {
    const start = at++;
    const members: JsonMember[] = [];
    for (;;) {
      skip();
      if (text[at] === "}") break;
      if (members.length > 0 && members.at(-1)?.comma === undefined) fail("expected ',' or '}'");
      if (text[at] !== '"') fail("expected a property name in double quotes or '}'");
      const key = string();
      skip();
      if (text[at] !== ":") fail("expected ':'");
      at++;
      const node = value(depth + 1);
      skip();
      const comma = text[at] === "," ? at++ : undefined;
      members.push({ key: key.value as string, start: key.start, node, comma });
    }
    at++;
    const entries = members.map((member) => [member.key, member.node.value] as const);
    return { start, end: at, value: Object.fromEntries(entries), members };
  }

  function array(depth: number): JsonNode {
    const start = at++;
    const items: unknown[] = [];
    let open = true;
    for (;;) {
      skip();
      if (text[at] === "]") break;
      if (!open) fail("expected ',' or ']'");
      items.push(value(depth + 1).value);
      skip();
      open = text[at] === ",";
      if (open) at++;
    }
    at++;
    return { start, end: at, value: items };
  }

  function string(): JsonNode {
    const start = at++;
    while (at < text.length && text[at] !== '"' && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1;
    if (text[at] !== '"') fail("a string without its closing quote", start);
    at++;
    return { start, end: at, value: scalar(start, "not a valid string") };
  }

  function word(): JsonNode {
    const start = at;
    while (at < text.length && /[\w+.-]/.test(text.charAt(at))) at++;
    if (at === start) fail(at < text.length ? "expected a value" : "the document ends too early");
    return { start, end: at, value: scalar(start, "expected a value") };
  }

  function scalar(start: number, complaint: string): unknown {
    try {
      return JSON.parse(text.slice(start, at));
    } catch {
      fail(complaint, start);
    }
  }

  function skip(): void {
    const end = skipTrivia(text, at);
    if (end === undefined) fail("a comment without its end");
    at = end;
  }

  function fail(what: string, offset = at): never {
    throw new Refusal(what, positionAt(text, offset));
  }
}

/** The offset after white space and comments; undefined where a block comment never ends. */
export function skipTrivia(text: string, from: number): number | undefined {
  let at = from;
  for (;;) {
    while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
    const end = commentEnd(text, at);
    if (end === undefined || end === at) return end;
    at = end;
  }
}

/** The end of the comment at an offset: the offset itself without one, undefined if it never ends. */
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
