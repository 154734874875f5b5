/** How serious a line is. */
export type Level = "trace" | "debug" | "info" | "warn" | "error";
const LEVELS: readonly Level[] = ["trace", "debug", "info", "warn", "error"];

/** Writes log lines: a constant event name, data in fields. */
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

const SECRET = /key|token|secret|password|authorization|cookie/i;

/** Makes a log on one sink. */
export function createLog({ level, format, write, now = () => new Date() }: LogSettings): Log {
  const at =
    (of: Level) =>
    (event: string, fields: Readonly<Record<string, unknown>> = {}) => {
      if (LEVELS.indexOf(of) < LEVELS.indexOf(level)) return;
      const time = now().toISOString();
      const safe = redact(fields) as Record<string, unknown>;
      if (format === "json") write(`${JSON.stringify({ time, level: of, event, ...safe })}\n`);
      else write(`${time} ${of.padEnd(5)} ${event}${pretty(safe)}\n`);
    };
  return { trace: at("trace"), debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function pretty(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(
      ([name, value]) =>
        ` ${name}=${typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)}`,
    )
    .join("");
}

function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return describeError(value, depth);
  if (typeof value !== "object" || value === null || depth > 6) return value;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) && inner !== undefined ? "[redacted]" : redact(inner, depth + 1),
    ]),
  );
}

function describeError(error: Error, depth: number): unknown {
  const { cause } = error;
  return {
    message: error.message,
    stack: error.stack,
    ...(cause !== undefined && depth < 4 && { cause: redact(cause, depth + 1) }),
  };
}
