/** What one message or one session may use. A missing field means no limit. */
export interface Allowance {
  readonly calls?: number;
  /** By tool name. */
  readonly perTool: Readonly<Record<string, number>>;
  /** All tokens that the service reports, cached ones included. */
  readonly tokens?: number;
  /** In dollars. */
  readonly cost?: number;
  /** Time spent on messages, not between them. */
  readonly wallMs?: number;
}

/** All limits of a session, normalized. */
export interface HostLimits {
  readonly message: Allowance;
  readonly session: Allowance;
  /** Calls in any sixty seconds. */
  readonly perMinute?: number;
  /** Tools that may use the reserve. */
  readonly critical: readonly string[];
  /** The share of each call limit that only critical tools may use: 0 to 1, rounded to whole calls. */
  readonly reserve: number;
  /** Whether a message's call limit follows the outcome of earlier calls. */
  readonly adaptive: boolean;
}

/** The two spans for which usage is counted. */
export type Span = "message" | "session";

/** Which kind of limit was reached. */
export type LimitCode = "TOOL_CALL_LIMIT" | "TOKEN_LIMIT" | "COST_LIMIT" | "TIME_LIMIT";

/** Why a call does not run, or a message does not continue. */
export interface Refusal {
  readonly code: LimitCode;
  readonly scope: Span | "tool" | "minute";
  readonly limit: number;
  readonly used: number;
  readonly text: string;
  /** For a limit of a single tool: the tool, and the span in which it is counted. */
  readonly tool?: { readonly name: string; readonly span: Span };
}
