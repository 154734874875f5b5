import { Failure, redactText } from "../ledger/index.ts";
import { trimEnd } from "../ledger/trim-end.ts";

/** Prometheus's answer to a query. */
export interface QueryResult {
  readonly resultType: string;
  readonly result: readonly unknown[];
}

/** An alert rule as Prometheus returns it. */
export interface AlertRule {
  readonly name: string;
  readonly state: "firing" | "pending" | "inactive";
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly alerts: readonly {
    readonly state: "firing" | "pending";
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
    readonly activeAt: string;
    readonly value: string;
  }[];
}

/** The parameters of a query, as Prometheus's API names them. */
export type QueryParameters = Readonly<Record<string, string>>;

/** A client of Prometheus's HTTP API. */
export interface Prometheus {
  query(parameters: QueryParameters, signal?: AbortSignal): Promise<QueryResult>;
  queryRange(parameters: QueryParameters, signal?: AbortSignal): Promise<QueryResult>;
  alertRules(signal?: AbortSignal): Promise<readonly AlertRule[]>;
}

const TIMEOUT_MS = 15_000;
/** Longer answers are refused: they would flood the caller's context. */
const MOST_BYTES = 1_000_000;

interface Envelope {
  readonly status?: unknown;
  readonly data?: unknown;
  readonly error?: unknown;
}

/** Creates a client of the Prometheus at this address; redirects are not followed. */
export function createPrometheus(address: string): Prometheus {
  const { base, headers } = splitAddress(address);

  async function ask(
    path: string,
    body: QueryParameters | undefined,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const answer = await fetch(`${base}${path}`, {
        method: body ? "POST" : "GET",
        headers,
        ...(body && { body: new URLSearchParams(body) }),
        redirect: "error",
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      return dataOf(answer.status, await readBounded(answer, MOST_BYTES));
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (signal?.aborted) throw new Failure("CANCELLED", {});
      throw new Failure("PROMETHEUS_FAILED", { reason: reasonOf(error) });
    }
  }

  return {
    query: (parameters, signal) => ask("/api/v1/query", parameters, signal) as Promise<QueryResult>,
    queryRange: (parameters, signal) =>
      ask("/api/v1/query_range", parameters, signal) as Promise<QueryResult>,
    async alertRules(signal) {
      const { groups } = (await ask("/api/v1/rules?type=alert", undefined, signal)) as {
        readonly groups: readonly { readonly rules: readonly AlertRule[] }[];
      };
      return groups.flatMap(({ rules }) => rules);
    },
  };
}

/** Moves the user and password of an address into a header, because `fetch` refuses them in a URL. */
export function splitAddress(address: string): {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const url = new URL(address);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    base: `${url.origin}${trimEnd(url.pathname, "/")}`,
    headers: username === "" ? {} : { authorization: `Basic ${Buffer.from(pair).toString("base64")}` },
  };
}

/** Why a request failed, without the address. */
export function reasonOf(error: unknown): string {
  const { cause = error, name } = error as Error;
  if (name === "TimeoutError") return `no answer within ${TIMEOUT_MS / 1000} s`;
  const { code, message } = cause as NodeJS.ErrnoException;
  return code ?? message;
}

function dataOf(status: number, text: string | undefined): unknown {
  if (text === undefined)
    throw new Failure("INVALID_ARGUMENT", {
      problem: `Prometheus's answer is over ${MOST_BYTES / 1_000_000} MB. Query less data: add label matchers, sum by (…), topk(10, …), a shorter range or a longer step.`,
    });
  const envelope = parse(text);
  if (envelope?.status === "success") return envelope.data;
  if (envelope?.status !== "error")
    throw new Failure("PROMETHEUS_FAILED", {
      reason: `HTTP ${status}, which is not an answer of a Prometheus`,
    });
  const message = redactText(String(envelope.error)).slice(0, 500).toWellFormed();
  if (status < 500)
    throw new Failure("INVALID_ARGUMENT", { problem: `Prometheus refused the query: ${message}.` });
  throw new Failure("PROMETHEUS_FAILED", { reason: message });
}

function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the text of a response; undefined if it is longer than `mostBytes`, and then the rest is not fetched. */
async function readBounded(answer: Response, mostBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
