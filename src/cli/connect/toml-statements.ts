import { parse } from "smol-toml";

/** A table header or a key/value pair, as a range of whole lines. */
export interface TomlStatement {
  readonly kind: "header" | "pair";
  /** The full path from the root, independent of its spelling. */
  readonly path: readonly string[];
  /** The start of its first line. */
  readonly start: number;
  /** The start of the line after its last one. */
  readonly end: number;
}

/** The statements of a valid TOML text, in order. */
export function tomlStatements(text: string): readonly TomlStatement[] {
  const statements: TomlStatement[] = [];
  let table: readonly string[] = [];
  for (let start = 0; start < text.length; ) {
    const at = skipWhile(text, start, " \t");
    const first = text.charAt(at);
    const end = statementEnd(text, at);
    if (first === "[") {
      const open = text[at + 1] === "[" ? at + 2 : at + 1;
      table = keyPath(text.slice(open, keyEnd(text, open, "]")));
      statements.push({ kind: "header", path: table, start, end });
    } else if (first !== "" && !"#\r\n".includes(first)) {
      const path = [...table, ...keyPath(text.slice(at, keyEnd(text, at, "=")))];
      statements.push({ kind: "pair", path, start, end });
    }
    start = end;
  }
  return statements;
}

/** The names in a dotted key, decoded by the parser so that every spelling works. */
function keyPath(key: string): string[] {
  const path: string[] = [];
  for (let level: unknown = parse(`${key}=0`); typeof level === "object" && level !== null; ) {
    const [name] = Object.keys(level) as [string];
    path.push(name);
    level = (level as Record<string, unknown>)[name];
  }
  return path;
}

function keyEnd(text: string, from: number, stop: string): number {
  let at = from;
  while (at < text.length && text[at] !== stop) at = stringEnd(text, at) ?? at + 1;
  return at;
}

/** The start of the line after a statement; strings and brackets may span lines. */
function statementEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const char = text.charAt(at);
    if (char === "\n" && depth === 0) return at + 1;
    if (char === "#") {
      const newline = text.indexOf("\n", at);
      at = newline < 0 ? text.length : newline;
      continue;
    }
    if ("[{".includes(char)) depth++;
    if ("]}".includes(char)) depth--;
    at = stringEnd(text, at) ?? at + 1;
  }
  return text.length;
}

/** The offset after the string that starts here, if one does. */
function stringEnd(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'") return undefined;
  const fence = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let at = start + fence.length;
  while (at < text.length && !text.startsWith(fence, at)) at += quote === '"' && text[at] === "\\" ? 2 : 1;
  at += fence.length;
  // A multi-line string may end in one or two quotes before the closing three.
  while (fence.length === 3 && text[at] === quote) at++;
  return at;
}

function skipWhile(text: string, from: number, blanks: string): number {
  let at = from;
  while (at < text.length && blanks.includes(text.charAt(at))) at++;
  return at;
}
