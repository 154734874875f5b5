import { trimEnd } from "../ledger/trim-end.ts";
import { refusedAnswerIn } from "./bounds.ts";
import { EngineFailure, type EngineFailureKind } from "./engine-failure.ts";
import { type ErrorFacts, readError } from "./read-error.ts";
import { safeText } from "./safe-text.ts";

/** A service, as the words about its failures need it. */
export interface Service {
  readonly engine: string;
  /** How a sentence calls it, `Anthropic`. */
  readonly label: string;
  readonly address: string;
  readonly key: string | undefined;
  /** What answers: a model or a pipe, and its name. */
  readonly noun: "model" | "pipe";
  readonly model: string;
  /** The variables that say all this, in the words of the failures. */
  readonly variables: { readonly address: string; readonly key: string; readonly model: string };
}

/** The failure that an error of a service's client means, in one clear line without the key. */
export function failureOf(service: Service, thrown: unknown): EngineFailure {
  if (thrown instanceof EngineFailure) return thrown;
  const refused = refusedAnswerIn(thrown);
  if (refused !== undefined) return new EngineFailure("refused", service.engine, closed(service, refused));
  const facts = readError(thrown);
  const status = facts.status ?? statusByWord(facts);
  if (facts.timedOut) return make(service, "timeout", `${service.label} did not answer in time.`, facts);
  if (status !== undefined && facts.beyond !== undefined) {
    const { kind } = byStatus(service, status, facts);
    return make(service, kind, closed(service, facts.beyond, ` (${status})`), facts);
  }
  if (status !== undefined) return byStatus(service, status, facts);
  if (facts.networkCode !== undefined) return byNetwork(service, facts.networkCode);
  if (facts.message !== undefined) return make(service, "unavailable", said(service, "failed", facts), facts);
  const text = `${service.label} sent something that cannot be read.`;
  return new EngineFailure("unavailable", service.engine, text, { cause: thrown });
}

/** Refuses a key or an address that no request can be made with, before an error can quote it. */
export function checkService(service: Service): void {
  const { key, address, variables, engine } = service;
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    const text = `The key in ${variables.key} has characters that no key has: set it again.`;
    throw new EngineFailure("key", engine, text);
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!/^https?:$/.test(url?.protocol ?? "") || url?.username || url?.password) {
    const text = `${variables.address} must be an address that begins with http:// or https://, without a user name.`;
    throw new EngineFailure("refused", engine, text);
  }
}

function byStatus(service: Service, status: number, facts: ErrorFacts): EngineFailure {
  const { label, variables } = service;
  const failure = (kind: EngineFailureKind, text: string) => make(service, kind, text, facts);
  if (status < 400) return failure("refused", redirected(service, status, facts));
  if (status === 401) {
    if (service.key === undefined) return failure("key", `${label} wants a key (401): set ${variables.key}.`);
    return failure("key", `${label} refuses the key in ${variables.key} (401).`);
  }
  if (status === 402 || facts.code === "insufficient_quota")
    return failure("refused", said(service, "has no credit left for this key", facts));
  if (status === 403)
    return failure("key", said(service, `does not allow this with the key in ${variables.key}`, facts));
  if (namesModel(service, status, facts)) return failure("model", unknownModel(service, facts));
  if (status === 404) {
    const text = `has nothing at the address in ${variables.address} for this request`;
    return failure("refused", said(service, text, facts));
  }
  if (status === 408) return failure("timeout", said(service, "waited too long for the request", facts));
  if (status === 425 || status >= 500) return failure("unavailable", said(service, "is in trouble", facts));
  if (status === 429) return failure("rate", said(service, "asks for fewer requests", facts));
  if (status === 413) return failure("refused", said(service, "finds the request too large", facts));
  return failure("refused", said(service, "refuses the request", facts));
}

const NOUNS = { model: /\bmodel\b/i, pipe: /\bpipe\b/i } as const;

/** A redirect would send the key and the conversation to an address that nobody configured. */
function redirected({ label, address, key, variables }: Service, status: number, facts: ErrorFacts): string {
  const { location = "" } = facts;
  const host = URL.canParse(location, address) ? safeText(new URL(location, address).host, key) : "";
  const where = host === "" ? "another address" : host;
  return `${label} redirects to ${where} (${status}), and Clew follows no redirect of a model service: set ${variables.address} to the address that answers.`;
}

function closed({ label }: Service, what: string, status = ""): string {
  return `${label} sent ${what}${status}. Clew closed the connection.`;
}

/** Whether the trouble is the model, or pipe, that was asked for. */
function namesModel(service: Service, status: number, { code, type, message = "" }: ErrorFacts): boolean {
  if (code === "model_not_found") return true;
  if (status !== 404 && status !== 400) return false;
  const named = message.includes(service.model) || NOUNS[service.noun].test(message);
  if (status === 404) return named || (service.noun === "pipe" && !/thread/i.test(message));
  return (
    type !== "invalid_request_error" && named && /not found|not exist|unknown|invalid model/i.test(message)
  );
}

function unknownModel({ label, noun, model, variables }: Service, { status }: ErrorFacts): string {
  const code = status === undefined ? "" : ` (${status})`;
  return `${label} has no ${noun} '${safeText(model, undefined)}'${code}: set ${variables.model} to one that it has.`;
}

const NETWORK: readonly (readonly [RegExp, EngineFailureKind, string])[] = [
  [/^ECONNREFUSED$/, "unavailable", "nothing listens there"],
  [/^(ENOTFOUND|EAI_)/, "unavailable", "the name of the host is not known"],
  [/^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/, "timeout", "no answer came in time"],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ECONNABORTED)$/, "unavailable", "the connection was lost"],
  [/CERT|_SSL_|_TLS_|SIGNATURE|^EPROTO$/, "unavailable", "the secure connection failed"],
  [/^HPE_HEADER_OVERFLOW$/, "unavailable", "the headers of the answer are too large"],
  [/^HPE_/, "unavailable", "the answer is not HTTP"],
  [/^(Z_|ERR_BROTLI|ERR__ERROR|ZSTD_)/, "unavailable", "the compressed answer is broken"],
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

/** An error in the middle of a stream has no status, only a word for one. */
function statusByWord({ code = "", type = "" }: ErrorFacts): number | undefined {
  const number = Number(code);
  if (number >= 400 && number < 600) return number;
  return STATUS_BY_WORD.get(code) ?? STATUS_BY_WORD.get(type);
}

function said(service: Service, what: string, { status, message }: ErrorFacts): string {
  const code = status === undefined ? "" : ` (${status})`;
  const words = safeText(message ?? "", service.key);
  return `${service.label} ${what}${code}${words === "" ? "." : `: ${trimEnd(words, ". \n\t")}.`}`;
}

function make(service: Service, kind: EngineFailureKind, text: string, facts: ErrorFacts): EngineFailure {
  return new EngineFailure(kind, service.engine, text, {
    ...(facts.status !== undefined && { status: facts.status }),
    ...(facts.retryAfterMs !== undefined && { retryAfterMs: facts.retryAfterMs }),
  });
}
