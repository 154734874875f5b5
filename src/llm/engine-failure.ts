/**
 * Why a turn failed: `unavailable` is a network that is down or a service in trouble, `timeout` an attempt that took too
 * long, `rate` too many requests, `refused` a request that cannot succeed as it is, `key` one that is wrong or missing,
 * `model` one that does not exist, `open` a breaker that lets nothing through, `cancelled` the caller's own wish, `deferred` a question to a client
 * whose answer comes with its next request.
 */
export type EngineFailureKind =
  | "unavailable"
  | "timeout"
  | "rate"
  | "refused"
  | "key"
  | "model"
  | "open"
  | "cancelled"
  | "deferred";

/** A turn that failed, in one clear line that names no secret. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly kind: EngineFailureKind;
  readonly engine: string;
  readonly status: number | undefined;
  /** How long the service asks to be left alone. */
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
  get passing(): boolean {
    return this.kind === "unavailable" || this.kind === "timeout" || this.kind === "rate";
  }
}
