import { BoundedMap } from "../primitives/bounded-map.ts";

/** The part of JSON Schema that tool arguments use. */
export interface ArgumentSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly items?: ArgumentSchema;
}

/** The maximum number of list items that are read, and of lists in lists. */
const MAX_ITEMS = 1000;
const MAX_DEPTH = 64;

/** Lists of sentences: in a single text, each line is an item and commas do not separate; an object becomes a JSON item. */
const SENTENCES = new Set(["marks", "evidence"]);

/** Aliases of arguments: the seeds call the same thing `operation` and `action`. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** Arguments as understood, and warnings about the rest. */
export interface Tolerated {
  readonly value: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/**
 * Reads arguments tolerantly: other spellings of a name, `"3"` for 3, `"false"` for false, null for absent. An
 * unreadable value is left out with a warning, so that a formal mistake never costs a thought.
 */
export function tolerate(schema: ArgumentSchema, raw: unknown, aliases: Aliases = {}): Tolerated {
  const given = spellings(raw);
  const warnings: string[] = [];
  const value: Record<string, unknown> = {};
  for (const { name, names, property } of fieldsOf(schema, aliases)) {
    const key = names.find((one) => given.has(one));
    const found = key === undefined ? undefined : given.get(key);
    if (found === undefined || found === null) continue;
    const read = SENTENCES.has(name) ? sentences(found) : coerce(property, found);
    if (read === undefined)
      warnings.push(`${name} was ignored: expected ${expectation(property)}, got ${shown(found)}.`);
    else {
      value[name] = read;
      const left = Array.isArray(found) && Array.isArray(read) ? found.length - read.length : 0;
      if (left > 0)
        warnings.push(
          `${left} of ${name} were ignored: expected ${expectation(property.items ?? {})} in a list of at most ${MAX_ITEMS}.`,
        );
    }
  }
  return { value, warnings };
}

interface Field {
  readonly name: string;
  /** Names to look under, best first. */
  readonly names: readonly string[];
  readonly property: ArgumentSchema;
}

const fields = new WeakMap<ArgumentSchema, readonly Field[]>();

function fieldsOf(schema: ArgumentSchema, aliases: Aliases): readonly Field[] {
  let known = fields.get(schema);
  if (!known) {
    known = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const names = [name, plain(name), ...(aliases[name] ?? []).map(plain)];
      return { name, names, property };
    });
    fields.set(schema, known);
  }
  return known;
}

function spellings(raw: unknown): Map<string, unknown> {
  const given = new Map<string, unknown>();
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return given;
  for (const [key, value] of Object.entries(raw).slice(0, MAX_ITEMS)) {
    if (value === undefined || value === null || key.length > 64) continue;
    given.set(key, value);
    const name = plain(key);
    if (!given.has(name)) given.set(name, value);
  }
  return given;
}

/** A name without separators and case. */
function plain(name: string): string {
  let found = plainNames.get(name);
  if (found === undefined) {
    found = name.replace(/[_\-\s]/g, "").toLowerCase();
    plainNames.set(name, found);
  }
  return found;
}

/** Callers send the same few names again and again. */
const plainNames = new BoundedMap<string, string>(1_000, "insertion");

function coerce(schema: ArgumentSchema, value: unknown): unknown {
  switch (schema.type) {
    case "integer":
      return whole(value);
    case "number":
      return numeric(value);
    case "boolean":
      return flag(value);
    case "string":
      return text(value);
    case "array":
      return list(schema.items ?? {}, value);
    case "object":
      return typeof value === "object" && !Array.isArray(value) ? value : jsonObject(value);
    default:
      return value;
  }
}

function numeric(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function whole(value: unknown): number | undefined {
  const number = numeric(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

function flag(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const word = String(typeof value === "object" ? "" : value)
    .trim()
    .toLowerCase();
  if (["true", "yes", "1"].includes(word)) return true;
  if (["false", "no", "0"].includes(word)) return false;
  return undefined;
}

function text(value: unknown): string | undefined {
  if (typeof value === "string") return value.toWellFormed();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function list(items: ArgumentSchema, value: unknown): unknown[] | undefined {
  let values = value;
  if (typeof value === "string") {
    values = jsonList(value) ?? value.split(",").map((part) => part.trim());
  }
  if (!Array.isArray(values)) return undefined;
  return values
    .slice(0, MAX_ITEMS)
    .map((item) => coerce(items, item))
    .filter((item) => item !== undefined && item !== "");
}

function sentences(given: unknown): string[] | undefined {
  const value = unquoted(given);
  const items = typeof value === "string" ? (jsonList(value) ?? value.split(/[\n\r]/)) : value;
  if (typeof items !== "object" || items === null) return undefined;
  return (Array.isArray(items) ? items.flat(MAX_DEPTH) : [items])
    .slice(0, MAX_ITEMS)
    .map((item) => (typeof item === "object" && item !== null ? asJson(item) : (text(item) ?? "")))
    .filter((item) => item.trim() !== "");
}

/** The text in a JSON string: some callers encode an argument twice. */
function unquoted(value: unknown): unknown {
  const parsed = typeof value === "string" && value.trimStart().startsWith('"') ? parse(value) : undefined;
  return typeof parsed === "string" ? parsed : value;
}

/** JSON of an object; empty if it is nested too deeply to be written. */
function asJson(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
}

function jsonList(json: string): readonly unknown[] | undefined {
  const parsed = json.trimStart().startsWith("[") ? parse(json) : undefined;
  return Array.isArray(parsed) ? parsed : undefined;
}

function jsonObject(value: unknown): unknown {
  const parsed = typeof value === "string" ? parse(value) : undefined;
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function expectation(schema: ArgumentSchema): string {
  const names: Record<string, string> = {
    integer: "a whole number",
    number: "a number",
    boolean: "true or false",
    string: "text",
    array: "a list",
    object: "an object",
  };
  return names[schema.type ?? ""] ?? "another value";
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const json = JSON.stringify(typeof value === "string" ? value.slice(0, 41) : value) ?? typeof value;
  return json.length > 40 ? `${json.slice(0, 40)}…` : json;
}
