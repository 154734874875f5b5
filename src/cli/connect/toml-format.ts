import { parse, TomlError } from "smol-toml";
import { type ConfigFormat, type McpServerEntry, Refusal, withoutServer } from "./format.ts";
import { newlineOf } from "./json-edit.ts";
import { tomlStatements } from "./toml-statements.ts";

const container = "mcp_servers";

/** TOML with a table per server, as in Codex: `[mcp_servers.NAME]`. */
export const tomlFormat: ConfigFormat = {
  read: (text, name) => servers(text)?.[name],
  put,
  drop: (text, name) => cut(text, ownRanges(text, name, `remove "${name}" by hand`)),
  rest: (text, name) => withoutServer(document(text), container, name),
  byHand: (name, entry) => `[${container}.${name}] with ${pairs(entry).join(" and ")}`,
};

function put(text: string, name: string, entry: McpServerEntry): string {
  const newline = newlineOf(text);
  const block = [`[${container}.${name}]`, ...pairs(entry)].join(newline);
  const own = ownRanges(text, name, `add by hand: ${name} = { ${pairs(entry).join(", ")} }`);
  const [first, ...others] = own;
  if (first?.isTable) {
    const ending = /\r?\n$/.exec(text.slice(first.start, first.end))?.[0] ?? "";
    return text.slice(0, first.start) + block + ending + cut(text, others).slice(first.end);
  }
  const before = cut(text, own);
  if (before === "") return block + newline;
  return before.endsWith("\n") ? before + newline + block + newline : before + newline + newline + block;
}

/** Removes ranges, each with the empty line that `put` writes before a table. */
function cut(text: string, ranges: readonly Range[]): string {
  return ranges.reduceRight((rest, { start, end }) => {
    const before = text.slice(0, start);
    const isOpenEnd = end === text.length && !text.endsWith("\n");
    const gap = isOpenEnd ? /(\r?\n){0,2}$/ : /(?<=\n)\r?\n$/;
    return before.slice(0, gap.exec(before)?.index) + rest.slice(end);
  }, text);
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly isTable: boolean;
}

/** The lines of a server: its tables, each including what is between its pairs, or its pairs in another table. */
function ownRanges(text: string, name: string, advice: string): readonly Range[] {
  const ranges: { start: number; end: number; isTable: boolean }[] = [];
  let isOpen = false;
  for (const { kind, path, start, end } of servers(text) ? tomlStatements(text) : []) {
    if (kind === "pair" && path.length === 1 && path[0] === container) {
      throw new Refusal(`"${container}" is an inline table; ${advice}`);
    }
    const isOwn = path[0] === container && path[1] === name;
    const last = ranges.at(-1);
    if (isOwn && isOpen && last && kind === "pair") last.end = end;
    else if (isOwn) ranges.push({ start, end, isTable: kind === "header" });
    isOpen = isOwn;
  }
  return ranges;
}

function servers(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = document(text)[container];
  if (value === undefined) return undefined;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new Refusal(`"${container}" is not a table`);
}

function document(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ""] = error.message.split("\n");
    throw new Refusal(message.replace(/^Invalid TOML document: /, ""), {
      line: error.line,
      column: error.column,
    });
  }
}

function pairs(entry: McpServerEntry): string[] {
  return Object.entries(entry).map(([key, value]) => `${key} = ${inline(value)}`);
}

function inline(value: McpServerEntry[string]): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  return `{ ${pairs(value as McpServerEntry).join(", ")} }`;
}
