import type { StoredEvidence } from "./evidence.ts";
import type { Mark } from "./facts/marks.ts";
import type { Mode, NewSession } from "./session.ts";
import type { Source, Thought } from "./thought.ts";

/** The session that a thought is recorded in. */
export type Target =
  /** A session by id. `create` describes the session if it is missing; without it, a missing session is a failure. */
  | {
      readonly sessionId: string;
      readonly create?: () => NewSession;
      /** The handle that will have this session open. */
      readonly bind?: string;
    }
  /** The session that a handle (a connection, a workflow) has open; `open` describes a new one if it has none. */
  | {
      readonly handle: string;
      readonly open: () => NewSession;
      /** Continues the handle's session even after it was completed. */
      readonly continues?: boolean;
    }
  /** A client without a handle; `open` describes the new session. */
  | {
      readonly client: string;
      readonly open: () => NewSession;
      /** Continues the client's open chain whose last number fits the draft, if there is exactly one. */
      readonly mayContinue: boolean;
    };

/** The handle that will have the target's session open, if any. */
export function boundHandle(target: Target): string | undefined {
  if ("handle" in target) return target.handle;
  return "sessionId" in target ? target.bind : undefined;
}

/** Whether the target's handle keeps its session open after the session is completed. */
export function continuesClosed(target: Target): boolean {
  return "handle" in target && target.continues === true;
}

/** A thought as its author sends it, before the ledger has placed it. */
export interface Draft {
  readonly target: Target;
  readonly content: string;
  readonly number?: number;
  readonly total?: number;
  readonly branchId?: string;
  readonly branchFrom?: number;
  /** The id of the thought that `branchFrom` means, if the author knows it: numbers may repeat, ids do not. */
  readonly branchFromId?: string;
  readonly isRevision?: boolean;
  readonly revises?: number;
  readonly nextThoughtNeeded: boolean;
  readonly confidence?: number;
  /** Facts that the author declares. */
  readonly marks?: readonly Mark[];
  /** A question to a person. The session shows it until somebody writes a note. */
  readonly needsInput?: string;
  /** The id of the note that the thought answers; `note:<id>` in the content answers too. */
  readonly answersNote?: string;
  readonly mode: Mode;
  readonly source: Source;
  readonly author?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The evidence of the thought, parsed and hashed. */
  readonly evidence?: readonly StoredEvidence[];
  /** The principal that must own an existing session. If absent, any session is accepted. */
  readonly owner?: string;
  /** A repeat with the same scope and key returns the first result and writes nothing. */
  readonly idempotency?: { readonly scope: string; readonly key: string };
}

/** The result of an append, as of that moment. */
export interface AppendResult {
  readonly thought: Thought;
  /** This thought opened the session. */
  readonly opened: boolean;
  /** This thought completed the session. */
  readonly closed: boolean;
  readonly branches: readonly string[];
  /** Number of thoughts in the session, this one included. */
  readonly thoughtCount: number;
  /** The `seq` after which the window of `think` begins. */
  readonly windowStart: number;
  readonly warnings: readonly string[];
  /** Notes may wait for delivery, or a person asked the agent to wait. Absent if not. */
  readonly steered?: true;
  /** The result comes from an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}
