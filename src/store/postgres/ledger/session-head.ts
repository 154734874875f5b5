import { type Draft, fitsAfter, type Placed } from "../../../ledger/index.ts";
import type { Queryable, Row } from "../database.ts";

/** How far `touched_at` in a session's row may be behind its last thought, so that most thoughts leave the row alone. */
export const BEHIND_MS = 60_000;

/** The state of a session after its last thought. The append statement checks that it is still current. */
export interface SessionHead {
  readonly lastSeq: number;
  readonly status: string;
  readonly windowStart: number;
  /** Notes may wait for delivery, or a person asked the agent to wait. */
  readonly steered: boolean;
  readonly owner?: string;
  /** `touched_at` of the row, or an earlier value. */
  readonly touchedAt: number;
  readonly branchCount: number;
  readonly latest?: Placed;
  /** Whether the chain counts down; only for a chain that a client opened without a handle. */
  readonly countsDown?: boolean;
  /** The highest thought number. */
  readonly highest: number;
  /** The names of the newest branches; absent if not read yet. */
  readonly branches?: readonly string[];
}

/** Locks a session until the transaction ends, after waiting for appends in progress. */
export async function lockSession(tx: Queryable, sessionId: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(clew.lock_of($1))", [sessionId]);
}

/** Reads the head of a session. */
export async function readHead(db: Queryable, sessionId: string): Promise<SessionHead | undefined> {
  const [row] = await db.query(HEAD, [sessionId]);
  return row && toHead(row);
}

/** Whether a draft without a handle continues a client's chain with this head. */
export function isContinuedBy({ status, latest, countsDown }: SessionHead, { number }: Draft): boolean {
  if (status !== "active" || !latest || countsDown === undefined || number === undefined) return false;
  return fitsAfter(number, latest.number, countsDown);
}

const HEAD = `SELECT s.status, s.window_start, s.steered, s.owner, s.touched_at, t.*,
    (SELECT c.counts_down FROM clew.client_opening c WHERE c.id = s.id AND c.kind = 'session' AND s.mode = 'chain') AS counts_down,
    (SELECT max(number) FROM clew.thought WHERE session_id = $1) AS highest,
    (SELECT max(ordinal) FROM clew.branch WHERE session_id = $1) AS branch_count
  FROM clew.session s LEFT JOIN LATERAL (
    SELECT t.seq, t.id, t.number, t.total, t.branch_id FROM clew.thought t WHERE t.session_id = s.id ORDER BY t.seq DESC LIMIT 1
  ) t ON true WHERE s.id = $1`;

function toHead(row: Row): SessionHead {
  const branchCount = (row.branch_count as number | null) ?? 0;
  return {
    lastSeq: (row.seq as number | null) ?? 0,
    status: row.status as string,
    windowStart: row.window_start as number,
    steered: row.steered as boolean,
    owner: (row.owner as string | null) ?? undefined,
    touchedAt: row.touched_at as number,
    branchCount,
    countsDown: (row.counts_down as boolean | null) ?? undefined,
    highest: (row.highest as number | null) ?? 0,
    latest: row.id === null ? undefined : toPlaced(row),
    branches: branchCount === 0 ? [] : undefined,
  };
}

/** A placed thought from its row. */
export function toPlaced(row: Row): Placed {
  return {
    id: row.id as string,
    number: row.number as number,
    total: row.total as number,
    branchId: row.branch_id as string,
  };
}
