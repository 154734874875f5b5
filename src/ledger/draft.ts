import type { Mode, NewSession } from "./session.ts";
import type { Source, Thought } from "./thought.ts";

/** Where a thought goes. */
export type Target =
  /** A session by id. `create` describes it when it is missing; without it a missing session is a failure. */
  | {
      readonly sessionId: string;
      readonly create?: () => NewSession;
      /** The handle that has this session open from now on. */
      readonly bind?: string;
    }
  /** The session that a handle (a connection, a workflow) has open; `open` describes a new one when it has none. */
  | {
      readonly handle: string;
      readonly open: () => NewSession;
      /** Goes on in the handle's session even after it was completed. */
      readonly continues?: boolean;
    }
  /** No place is named: a client without a handle. `open` describes the new session. */
  | {
      readonly client: string;
      readonly open: () => NewSession;
      /** Continues the only open chain of this client whose last number fits the draft, if there is exactly one. */
      readonly mayContinue: boolean;
    };

/** The handle that has the target's session open from now on, if any. */
export function boundHandle(target: Target): string | undefined {
  if ("handle" in target) return target.handle;
  return "sessionId" in target ? target.bind : undefined;
}

/** A thought as its author means it, before the ledger has placed it. */
export interface Draft {
  readonly target: Target;
  readonly content: string;
  readonly number?: number;
  readonly total?: number;
  readonly branchId?: string;
  readonly branchFrom?: number;
  /** The very thought that `branchFrom` means, where its author knows it: numbers may repeat, ids do not. */
  readonly branchFromId?: string;
  readonly isRevision?: boolean;
  readonly revises?: number;
  readonly nextThoughtNeeded: boolean;
  readonly confidence?: number;
  readonly mode: Mode;
  readonly source: Source;
  readonly author?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The principal that a session which is there already must belong to; without it, any session will do. */
  readonly owner?: string;
  /** A repeat with the same scope and key returns the first result and writes nothing. */
  readonly idempotency?: { readonly scope: string; readonly key: string };
}

/** What the ledger did with a draft: everything that a door needs for its answer, as it was at that moment. */
export interface AppendResult {
  readonly thought: Thought;
  /** The session was opened by this thought. */
  readonly opened: boolean;
  /** The session was completed by this thought. */
  readonly closed: boolean;
  readonly branches: readonly string[];
  /** Thoughts in the session, this one included. */
  readonly thoughtCount: number;
  /** The `seq` after which the window of `think` begins. */
  readonly windowStart: number;
  readonly warnings: readonly string[];
  /** True when the result comes from an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}
