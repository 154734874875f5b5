import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseSync } from "vite";

/** A regular expression of the source. */
export interface Found {
  readonly file: string;
  readonly line: number;
  readonly pattern: string;
  readonly flags: string;
}

/** A call of `RegExp` whose pattern is not known once its module is loaded. */
export interface Dynamic {
  readonly file: string;
  readonly line: number;
}

/** Every regular expression in these files: literals by a parser, constructed ones by loading their modules. */
export async function findRegexes(
  patterns: readonly string[],
  exceptBelow: string,
): Promise<{ readonly found: readonly Found[]; readonly dynamic: readonly Dynamic[] }> {
  const found: Found[] = [];
  const calls: Dynamic[] = [];
  const isChecked = (file: string) => !/\.test\.tsx?$/.test(file) && !file.startsWith(exceptBelow);
  for (const file of globSync([...patterns]).filter(isChecked)) {
    const source = readFileSync(file, "utf8");
    const { program, errors } = parseSync(file, source);
    if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
    const lineAt = (offset: number) => source.slice(0, offset).split("\n").length;
    visit(program, (node) => {
      if (isLiteral(node)) found.push({ file, line: lineAt(node.start), ...node.regex });
      if (isConstruction(node)) calls.push({ file, line: lineAt(node.start) });
    });
  }
  const constructed = await constructedBy(new Set(calls.map(({ file }) => file)));
  const isRecorded = (call: Dynamic) =>
    constructed.some(({ file, line }) => file === call.file && line === call.line);
  return { found: [...found, ...constructed], dynamic: calls.filter((call) => !isRecorded(call)) };
}

interface Node {
  readonly type: string;
  readonly start: number;
}
interface RegexLiteral extends Node {
  readonly regex: { readonly pattern: string; readonly flags: string };
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") {
    if (value.type.startsWith("TSType")) return;
    see(value as Node);
  }
  for (const inner of Object.values(value)) visit(inner, see);
}

function isLiteral(node: Node): node is RegexLiteral {
  return node.type === "Literal" && "regex" in node && node.regex !== null && node.regex !== undefined;
}

/** Any use of the name `RegExp` as a value: it may construct one. */
function isConstruction(node: Node): boolean {
  return node.type === "Identifier" && "name" in node && node.name === "RegExp";
}

/** Loads modules while every constructed regular expression is recorded with the line that constructs it. */
async function constructedBy(files: Iterable<string>): Promise<Found[]> {
  const fileOf = new Map([...files].map((file) => [pathToFileURL(file).href, file]));
  const recorded: Found[] = [];
  const { RegExp: original } = globalThis;
  const record = (made: RegExp): RegExp => {
    const frame = /(file:\/\/[^\s()]+):(\d+):\d+\)?$/m.exec(ownFrames(new Error()));
    const file = frame && fileOf.get(frame[1]!);
    if (file) recorded.push({ file, line: Number(frame[2]), pattern: made.source, flags: made.flags });
    return made;
  };
  globalThis.RegExp = new Proxy(original, {
    construct: (target, args) => record(Reflect.construct(target, args)),
    apply: (target, self, args) => record(Reflect.apply(target, self, args)),
  });
  try {
    for (const url of fileOf.keys()) await import(url);
  } finally {
    globalThis.RegExp = original;
  }
  return recorded;
}

const ownFrames = ({ stack = "" }: Error) =>
  stack
    .split("\n")
    .filter((line) => !line.includes(import.meta.url))
    .join("\n");
