import { Failure } from "../../ledger/index.ts";

/** The longest query that is forwarded. */
const MAX_CHARACTERS = 10_000;

/** Checks a query; throws when it is missing or too long. */
export function needQuery(operation: string, query: string | undefined): string {
  const text = query?.trim() ?? "";
  if (text === "" || text.length > MAX_CHARACTERS)
    throw new Failure("INVALID_ARGUMENT", {
      problem: `${operation} needs args.query: a PromQL expression of at most ${MAX_CHARACTERS} characters, such as thoughtbox_thoughts_total.`,
    });
  return text;
}

/** Checks a time: ISO 8601, or seconds since 1970. Returns it in Prometheus format. */
export function needTime(name: string, text: string): string {
  const trimmed = text.trim();
  if (/^\d{1,11}(\.\d{1,9})?$/.test(trimmed)) return trimmed;
  const time = /^\d{4}-\d\d-\d\d/.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  if (!Number.isNaN(time)) return String(time / 1000);
  throw new Failure("INVALID_ARGUMENT", {
    problem: `args.${name} must be a time such as 2026-11-15T10:00:00Z, or seconds since 1970.`,
  });
}

/** Checks a step: seconds, or a duration such as 1m. */
export function needStep(text: string): string {
  const trimmed = text.trim();
  if (/^(\d+(\.\d+)?|(\d+(ms|[smhdwy]))+)$/.test(trimmed) && !/^[0.smhdwy]+$/.test(trimmed)) return trimmed;
  throw new Failure("INVALID_ARGUMENT", {
    problem: "args.step must be a duration such as 30s, 1m or 1h, or a number of seconds.",
  });
}
