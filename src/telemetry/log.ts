import { isSecretField, redactText } from "../ledger/index.ts";
import { currentRequest } from "./request-scope.ts";

/** How serious a line is. */
export type Level = "trace" | "debug" | "info" | "warn" | "error";
const LEVELS: readonly Level[] = ["trace", "debug", "info", "warn", "error"];

/** Writes log lines: a constant event name, data in fields, and the id of the current request. */
export type Log = Readonly<
  Record<Level, (event: string, fields?: Readonly<Record<string, unknown>>) => void>
>;

/** Where and how to log. */
export interface LogSettings {
  readonly level: Level;
  readonly format: "pretty" | "json";
  readonly write: (line: string) => void;
  readonly now?: () => Date;
}

/** Deeper values are replaced: they could be cyclic. */
const MAX_DEPTH = 6;
/** Values that need no quotes. */
const BARE = /^[!#-<>-~]+$/;

/** Creates a log that writes to one sink. */
export function createLog({ level, format, write, now = () => new Date() }: LogSettings): Log {
  const at =
    (of: Level) =>
    (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
      if (LEVELS.indexOf(of) < LEVELS.indexOf(level)) return;
      const time = now().toISOString();
      const line = { time, level: of, event };
      const safe = { ...currentRequest(), ...(redact(fields) as Record<string, unknown>) };
      if (format === "json") write(`${JSON.stringify({ ...line, ...safe, ...line })}\n`);
      else write(`${time} ${of.padEnd(5)} ${event}${pretty(safe)}\n`);
    };
  return { trace: at("trace"), debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function pretty(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(
      ([name, value]) => ` ${name}=${typeof value === "string" && BARE.test(value) ? value : quoted(value)}`,
    )
    .join("");
}

// A caller's text must not control the reader's terminal; JSON escapes only some control characters.
function quoted(value: unknown): string {
  return String(JSON.stringify(value)).replace(
    /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return describeError(value, depth);
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return String(value);
  if (value instanceof Date) return value.toJSON();
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return "[deeper]";
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretField(name, inner) ? "[redacted]" : redact(inner, depth + 1),
    ]),
  );
}

function describeError(error: Error, depth: number): unknown {
  const { cause } = error;
  return {
    message: redactText(error.message),
    stack: redactText(error.stack ?? ""),
    ...(cause !== undefined && depth < 4 && { cause: redact(cause, depth + 1) }),
  };
}
