/** What can be learnt from an error, whichever library threw it. */
export interface ErrorFacts {
  readonly status?: number;
  /** The service's own words. */
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
  readonly retryAfterMs?: number;
  /** Where a redirect leads. */
  readonly location?: string;
  /** What the body of an error was beyond. */
  readonly beyond?: string;
  /** The system's or the network library's code, such as `ECONNREFUSED`. */
  readonly networkCode?: string;
  readonly timedOut: boolean;
}

/** Reads a status, a service's own words and a network code out of anything that was thrown. */
export function readError(thrown: unknown, now: () => number = Date.now): ErrorFacts {
  const error = fieldsOf(thrown);
  const said = saidOf(error, thrown instanceof Error);
  const status = statusOf(error.status) ?? statusOf(error.statusCode);
  const network = status === undefined ? networkCodeOf(thrown) : undefined;
  const retryAfterMs = retryAfterOf(error.headers ?? error.responseHeaders, now);
  return {
    ...(status !== undefined && { status }),
    ...textField("type", said.type),
    ...textField("code", said.code),
    ...textField("message", said.message),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...textField("location", headerOf(error.headers ?? error.responseHeaders, "location")),
    ...textField("beyond", error.beyond),
    ...(network !== undefined && { networkCode: network }),
    timedOut: status === undefined && /timed? ?out/i.test(String(error.message ?? "")),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** A stream that broke off in the middle has the status of its good beginning, which says nothing. */
function statusOf(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) >= 300 ? Number(value) : undefined;
}

function textField<N extends string>(name: N, value: unknown) {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? ({ [name]: text } as { [K in N]: string }) : {};
}

/** The object with the service's words: nested in a body, in a parsed body, in its text, or thrown itself. */
function saidOf(error: Fields, isError: boolean): Fields {
  const bodies = [error.error, error.data, parse(error.responseBody)];
  for (const body of bodies) {
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
  // One address after the other was tried; the first one's trouble stands for all.
  const first = Array.isArray(errors) ? errors[0] : undefined;
  const deeper = networkCodeOf(cause, depth + 1) ?? networkCodeOf(first, depth + 1);
  // `fetch` says no more than this where it refuses to try, for instance because of the port.
  return deeper ?? (thrown.message === "fetch failed" ? "FETCH_FAILED" : undefined);
}

/** The longest pause that a service may ask for. */
const DAY_MS = 86_400_000;

function retryAfterOf(headers: unknown, now: () => number): number | undefined {
  const asked = askedPause(headers, now);
  return asked === undefined ? undefined : Math.min(asked, DAY_MS);
}

function askedPause(headers: unknown, now: () => number): number | undefined {
  const milliseconds = Number(headerOf(headers, "retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const text = headerOf(headers, "retry-after");
  if (text === undefined || text.trim() === "") return;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1000;
  // A date in words may follow; a negative number would be read as one.
  if (!Number.isNaN(seconds)) return;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now());
}

function headerOf(headers: unknown, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = fieldsOf(headers)[name];
  return typeof value === "string" ? value : undefined;
}
