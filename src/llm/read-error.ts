/** The facts in an error, whichever library threw it. */
export interface ErrorFacts {
  readonly status?: number;
  /** The service's own type, code and message. */
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
  readonly retryAfterMs?: number;
  /** Where a redirect leads. */
  readonly location?: string;
  /** Which limit the error's body exceeded. */
  readonly beyond?: string;
  /** The code of the system or the network library, such as `ECONNREFUSED`. */
  readonly networkCode?: string;
  readonly timedOut: boolean;
}

/** Reads status, message and network code from anything that was thrown. */
export function readError(thrown: unknown, now: () => number = Date.now): ErrorFacts {
  const error = fieldsOf(thrown);
  const details = detailsOf(error, thrown instanceof Error);
  const headers = error.headers ?? error.responseHeaders;
  const status = statusOf(error.status) ?? statusOf(error.statusCode);
  return {
    status,
    type: textOf(details.type),
    code: textOf(details.code),
    message: textOf(details.message),
    retryAfterMs: retryAfterOf(headers, now),
    location: textOf(headerOf(headers, "location")),
    beyond: textOf(error.beyond),
    networkCode: status === undefined ? networkCodeOf(thrown) : undefined,
    timedOut: status === undefined && /timed? ?out/i.test(String(error.message ?? "")),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** A stream that broke off carries the 2xx status of its start, which says nothing. */
function statusOf(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) >= 300 ? Number(value) : undefined;
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** The object with the service's message: nested in a body, in a parsed body, in its text, or the thrown value itself. */
function detailsOf(error: Fields, isError: boolean): Fields {
  for (const body of [error.error, error.data, parse(error.responseBody)]) {
    const inner = fieldsOf(body).error;
    if (typeof inner === "string") return { message: inner };
    if (typeof fieldsOf(inner).message === "string") return fieldsOf(inner);
    if (typeof fieldsOf(body).message === "string") return fieldsOf(body);
  }
  return isError ? {} : error;
}

function parse(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function networkCodeOf(thrown: unknown, depth = 0): string | undefined {
  if (depth > 6 || !(thrown instanceof Error)) return;
  const { code, cause, errors } = thrown as Error & { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === "string" && code !== "") return code;
  // Several addresses were tried; the first error represents them all.
  const first = Array.isArray(errors) ? errors[0] : undefined;
  const deeper = networkCodeOf(cause, depth + 1) ?? networkCodeOf(first, depth + 1);
  // `fetch` says no more than this when it refuses to try, for example because of the port.
  return deeper ?? (thrown.message === "fetch failed" ? "FETCH_FAILED" : undefined);
}

/** The longest wait that a service may ask for. */
const DAY_MS = 86_400_000;

function retryAfterOf(headers: unknown, now: () => number): number | undefined {
  const ms = requestedPause(headers, now);
  return ms === undefined ? undefined : Math.min(ms, DAY_MS);
}

function requestedPause(headers: unknown, now: () => number): number | undefined {
  const milliseconds = Number(headerOf(headers, "retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const text = headerOf(headers, "retry-after");
  if (text === undefined || text.trim() === "") return;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1000;
  // Otherwise it is an HTTP date; `Date.parse` would accept a negative number as one.
  if (!Number.isNaN(seconds)) return;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now());
}

function headerOf(headers: unknown, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = fieldsOf(headers)[name];
  return typeof value === "string" ? value : undefined;
}
