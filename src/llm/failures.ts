import { trimEnd } from "../ledger/trim-end.ts";
import { refusedAnswerIn } from "./bounds.ts";
import { EngineFailure, type EngineFailureKind } from "./engine-failure.ts";
import { type ErrorFacts, readError } from "./read-error.ts";

/** What failure messages say about a service. */
export interface Service {
  readonly engine: string;
  /** Its name in a sentence: `Anthropic`. */
  readonly label: string;
  readonly address: string;
  readonly key: string | undefined;
  /** Whether it calls what answers a model or a pipe. */
  readonly noun: "model" | "pipe";
  readonly model: string;
  /** The environment variables that configure it. */
  readonly variables: { readonly address: string; readonly key: string; readonly model: string };
}

/** Translates an error of a service's client into one line that never contains the key. */
export function failureOf(service: Service, thrown: unknown): EngineFailure {
  if (thrown instanceof EngineFailure) return thrown;
  const refused = refusedAnswerIn(thrown);
  if (refused !== undefined) return new EngineFailure("refused", service.engine, closed(service, refused));
  const facts = readError(thrown);
  const status = facts.status ?? statusByWord(facts);
  if (facts.timedOut) return fail(service, "timeout", `${service.label} did not answer in time.`, facts);
  if (status !== undefined && facts.beyond !== undefined) {
    const { kind } = byStatus(service, status, facts);
    return fail(service, kind, closed(service, facts.beyond, ` (${status})`), facts);
  }
  if (status !== undefined) return byStatus(service, status, facts);
  if (facts.networkCode !== undefined) return byNetwork(service, facts.networkCode);
  if (facts.message !== undefined)
    return fail(service, "unavailable", sentence(service, "failed", facts), facts);
  const text = `${service.label} sent an answer that Clew cannot read.`;
  return new EngineFailure("unavailable", service.engine, text, { cause: thrown });
}

/** Refuses a malformed key or address before an error message can quote it. */
export function checkService({ key, address, variables, engine }: Service): void {
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const text = `${variables.key} contains characters that no key has: set it again.`;
    throw new EngineFailure("key", engine, text);
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!/^https?:$/.test(url?.protocol ?? "") || url?.username || url?.password) {
    const text = `${variables.address} must be an http:// or https:// URL without a user name.`;
    throw new EngineFailure("refused", engine, text);
  }
}

function byStatus(service: Service, status: number, facts: ErrorFacts): EngineFailure {
  const { label, variables } = service;
  const failure = (kind: EngineFailureKind, text: string) => fail(service, kind, text, facts);
  if (status < 400) return failure("refused", redirected(service, status, facts));
  if (status === 401) {
    if (service.key === undefined)
      return failure("key", `${label} requires a key (401): set ${variables.key}.`);
    return failure("key", `${label} rejects the key in ${variables.key} (401).`);
  }
  if (status === 402 || facts.code === "insufficient_quota")
    return failure("refused", sentence(service, "has no credit left for this key", facts));
  if (status === 403)
    return failure("key", sentence(service, `does not allow this with the key in ${variables.key}`, facts));
  if (namesModel(service, status, facts)) return failure("model", unknownModel(service, facts));
  if (status === 404) {
    const text = `has nothing at the address in ${variables.address} for this request`;
    return failure("refused", sentence(service, text, facts));
  }
  if (status === 408)
    return failure("timeout", sentence(service, "timed out waiting for the request", facts));
  if (status === 425 || status >= 500)
    return failure("unavailable", sentence(service, "reports an internal error", facts));
  if (status === 429) return failure("rate", sentence(service, "limits the request rate", facts));
  if (status === 413) return failure("refused", sentence(service, "finds the request too large", facts));
  return failure("refused", sentence(service, "refuses the request", facts));
}

const NOUNS = { model: /\bmodel\b/i, pipe: /\bpipe\b/i } as const;

/** A redirect would send the key and the conversation to an address that nobody configured. */
function redirected({ label, address, key, variables }: Service, status: number, facts: ErrorFacts): string {
  const { location = "" } = facts;
  const host = URL.canParse(location, address) ? safeText(new URL(location, address).host, key) : "";
  const where = host === "" ? "another address" : host;
  return `${label} redirects to ${where} (${status}). Clew follows no redirects of model services: set ${variables.address} to the final address.`;
}

function closed({ label }: Service, what: string, status = ""): string {
  return `${label} sent ${what}${status}. Clew closed the connection.`;
}

/** Whether the requested model or pipe is the problem. */
function namesModel(service: Service, status: number, { code, type, message = "" }: ErrorFacts): boolean {
  if (code === "model_not_found") return true;
  if (status !== 404 && status !== 400) return false;
  const isNamed = message.includes(service.model) || NOUNS[service.noun].test(message);
  if (status === 404) return isNamed || (service.noun === "pipe" && !/thread/i.test(message));
  return (
    type !== "invalid_request_error" && isNamed && /not found|not exist|unknown|invalid model/i.test(message)
  );
}

function unknownModel({ label, noun, model, variables }: Service, { status }: ErrorFacts): string {
  const code = status === undefined ? "" : ` (${status})`;
  return `${label} has no ${noun} '${safeText(model, undefined)}'${code}: set ${variables.model} to an existing one.`;
}

const NETWORK: readonly (readonly [RegExp, EngineFailureKind, string])[] = [
  [/^ECONNREFUSED$/, "unavailable", "nothing listens there"],
  [/^(ENOTFOUND|EAI_)/, "unavailable", "the host name is unknown"],
  [/^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/, "timeout", "no answer in time"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ECONNABORTED)$/, "unavailable", "the connection was lost"],
  [/CERT|_SSL_|_TLS_|SIGNATURE|^EPROTO$/, "unavailable", "the secure connection failed"],
  [/^HPE_HEADER_OVERFLOW$/, "unavailable", "the response headers are too large"],
  [/^HPE_/, "unavailable", "the response is not HTTP"],
  [/^(Z_|ERR_BROTLI|ERR__ERROR|ZSTD_)/, "unavailable", "the compressed response is broken"],
  [/./, "unavailable", "the network failed"],
];

function byNetwork(service: Service, code: string): EngineFailure {
  const [, kind, why] = NETWORK.find(([pattern]) => pattern.test(code))!;
  const host = URL.canParse(service.address) ? ` at ${new URL(service.address).host}` : "";
  const text = `Cannot reach ${service.label}${host}: ${why} (${safeText(code, service.key)}).`;
  return new EngineFailure(kind, service.engine, text);
}

const STATUS_BY_WORD: ReadonlyMap<string, number> = new Map([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["invalid_api_key", 401],
  ["billing_error", 402],
  ["insufficient_quota", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["model_not_found", 404],
  ["timeout_error", 504],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["rate_limit_exceeded", 429],
  ["api_error", 500],
  ["server_error", 500],
  ["overloaded_error", 529],
]);

/** An error in the middle of a stream has no HTTP status, only a word for one. */
function statusByWord({ code = "", type = "" }: ErrorFacts): number | undefined {
  const number = Number(code);
  if (number >= 400 && number < 600) return number;
  return STATUS_BY_WORD.get(code) ?? STATUS_BY_WORD.get(type);
}

function sentence(service: Service, what: string, { status, message }: ErrorFacts): string {
  const code = status === undefined ? "" : ` (${status})`;
  const quoted = safeText(message ?? "", service.key);
  return `${service.label} ${what}${code}${quoted === "" ? "." : `: ${trimEnd(quoted, ". \n\t")}.`}`;
}

function fail(service: Service, kind: EngineFailureKind, text: string, facts: ErrorFacts): EngineFailure {
  const { status, retryAfterMs } = facts;
  return new EngineFailure(kind, service.engine, text, { status, retryAfterMs });
}

const LONGEST = 300;
/** Only this much of a message is examined. */
const LONGEST_READ = 4096;
/** A shorter key is a placeholder (`x`, `test`, `ollama`); hiding it would cut up ordinary words. */
const SHORTEST_SECRET = 8;
/** A key of this length does not occur inside a word by chance. */
const SURE_SECRET = 16;

/** A service's message as one line: no control characters, no key, at most 300 characters. */
export function safeText(message: string, key: string | undefined): string {
  const line = withoutKey(message.slice(0, LONGEST_READ), key ?? "")
    .replace(/\b(sk|pk|rk|key|pipe|user)[-_][\w*.-]{6,}/gi, "…")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  const characters = [...line];
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join("")}…`;
}

/** Hides the key, also URL-encoded. A key of medium length is hidden only where it is a separate word. */
function withoutKey(message: string, key: string): string {
  if (key.length < SHORTEST_SECRET) return message;
  const isShort = key.length < SURE_SECRET;
  return [key, encodeURIComponent(key)].reduce(
    (text, form) =>
      text.split(form).reduce((before, after) => {
        const isInWord = /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after);
        return before + (isShort && isInWord ? form : "…") + after;
      }),
    message,
  );
}
