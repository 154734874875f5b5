import { oneLine } from "../ledger/index.ts";

/** A JSON object of unknown shape. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one for anything else. Only own members are readable through `JSON.parse`. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : NONE;
}

const NONE: JsonObject = Object.freeze(Object.create(null));

/** The value as a list; an empty one for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a text that is not blank. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** The tags in a list, shortened; undefined if there are none. */
export function tagsOf(value: unknown): readonly string[] | undefined {
  const tags = listOf(value).flatMap((tag) => (textOf(tag) === undefined ? [] : [oneLine(String(tag), 100)]));
  return tags.length === 0 ? undefined : [...new Set(tags)].slice(0, 50);
}

/** The value if it is a number of 0 or more, else 0. */
export function countOf(value: unknown): number {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
}

const EARLIEST = Date.UTC(2015, 0);
const DAY_MS = 86_400_000;

/** A time in milliseconds, from ISO text or a number of seconds or milliseconds; undefined if it is implausible. */
export function timeOf(value: unknown): number | undefined {
  let time = Number.NaN;
  if (typeof value === "string" && value.length <= 40) time = Date.parse(value);
  else if (typeof value === "number") time = value < 100_000_000_000 ? value * 1000 : value;
  return time >= EARLIEST && time <= Date.now() + DAY_MS ? Math.floor(time) : undefined;
}

/** The text of a message's content: a string, or the text parts of a list. */
export function contentText(value: unknown): string | undefined {
  if (typeof value === "string") return textOf(value);
  const parts = listOf(value).flatMap((part) => {
    if (typeof part === "string") return [part];
    const text = textOf(objectOf(part).text);
    return text === undefined ? [] : [text];
  });
  return textOf(parts.join("\n"));
}

/** Parses JSON; undefined if it is not a JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
