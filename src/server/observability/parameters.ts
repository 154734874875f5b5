import { Failure } from "../../ledger/index.ts";

/** The longest query that is passed on. */
const MOST_LETTERS = 10_000;

/** The query, or the refusal of what is none. */
export function needQuery(operation: string, query: string | undefined): string {
  const text = query?.trim() ?? "";
  if (text === "" || text.length > MOST_LETTERS)
    throw new Failure("INVALID_ARGUMENT", {
      problem: `${operation} needs args.query: a PromQL expression of at most ${MOST_LETTERS} letters, such as thoughtbox_thoughts_total.`,
    });
  return text;
}

/** A time as Prometheus reads it: ISO 8601, or seconds since 1970. */
export function needTime(name: string, text: string): string {
  const given = text.trim();
  if (/^\d{1,11}(\.\d{1,9})?$/.test(given)) return given;
  const time = /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(time)) return String(time / 1000);
  throw new Failure("INVALID_ARGUMENT", {
    problem: `args.${name} is no time. Send one such as 2026-11-15T10:00:00Z, or seconds since 1970.`,
  });
}

/** A step as Prometheus reads it: seconds, or a duration such as 1m. */
export function needStep(text: string): string {
  const given = text.trim();
  if (/^(\d+(\.\d+)?|(\d+(ms|[smhdwy]))+)$/.test(given) && !/^[0.smhdwy]+$/.test(given)) return given;
  throw new Failure("INVALID_ARGUMENT", {
    problem: "args.step is no duration. Send one such as 30s, 1m or 1h, or a number of seconds.",
  });
}
