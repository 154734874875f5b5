/** What may be used in one message, or in one session; what is absent has no limit. */
export interface Allowance {
  readonly calls?: number;
  /** By the tool's name. */
  readonly perTool: Readonly<Record<string, number>>;
  /** All that the service reports, cached ones too. */
  readonly tokens?: number;
  /** In dollars. */
  readonly cost?: number;
  /** Time spent on messages, not between them. */
  readonly wallMs?: number;
}

/** Every limit of a session, in one form. */
export interface HostLimits {
  readonly message: Allowance;
  readonly session: Allowance;
  /** Calls in any sixty seconds. */
  readonly perMinute?: number;
  /** The tools that the reserve is kept for. */
  readonly critical: readonly string[];
  /** The share of each number of calls that only critical tools may use, from 0 to 1, rounded to whole calls. */
  readonly reserve: number;
  /** Whether a message's number of calls follows how the calls before it went. */
  readonly adaptive: boolean;
}

/** The two spans that limits are counted in. */
export type Span = "message" | "session";
