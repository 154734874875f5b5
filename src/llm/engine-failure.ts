/** Why a turn failed. */
export type EngineFailureKind =
  /** The network is down or the service has an outage. */
  | "unavailable"
  /** An attempt took too long. */
  | "timeout"
  /** Too many requests. */
  | "rate"
  /** The request cannot succeed as it is. */
  | "refused"
  /** The key is wrong or missing. */
  | "key"
  /** The model does not exist. */
  | "model"
  /** The circuit breaker is open. */
  | "open"
  /** The caller cancelled the turn. */
  | "cancelled"
  /** A question to a client that answers with its next request. */
  | "deferred";

/** A failed turn. The message is one line and contains no secret. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly kind: EngineFailureKind;
  readonly engine: string;
  readonly status: number | undefined;
  /** How long the service asks callers to wait. */
  readonly retryAfterMs: number | undefined;
  constructor(
    kind: EngineFailureKind,
    engine: string,
    message: string,
    more: { readonly status?: number; readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.engine = engine;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
  }
  /** Whether the same request may succeed a little later. */
  get isTransient(): boolean {
    return this.kind === "unavailable" || this.kind === "timeout" || this.kind === "rate";
  }
}

const LABELS: Readonly<Record<string, string>> = {
  langbase: "Langbase",
  anthropic: "Anthropic",
  "openai-compatible": "The OpenAI-compatible service",
  sampling: "The client's model",
};

/** An engine's name in a sentence. */
export function labelOf(engine: string): string {
  return LABELS[engine] ?? engine;
}
