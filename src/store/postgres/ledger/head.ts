import { type Draft, fitsAfter, type Placed } from "../../../ledger/index.ts";
import type { Queryable, Row } from "../database.ts";

/** How far the last activity in a session's row may be behind its last thought. */
export const BEHIND_MS = 60_000;

/** What is known of a session between two of its thoughts; writing the next one proves that it is still so. */
export interface Head {
  readonly lastSeq: number;
  readonly status: string;
  readonly windowStart: number;
  readonly owner?: string;
  /** The last activity in the session's row, or an earlier one. */
  readonly touchedAt: number;
  readonly branchCount: number;
  /** The session's last thought. */
  readonly latest?: Placed;
  /** Only of a chain that a client opened without a handle: whether it counts down. */
  readonly countsDown?: boolean;
  /** The highest number that a thought of the session has. */
  readonly highest: number;
  /** The names of its newest branches; absent when they have not been read. */
  readonly branches?: readonly string[];
}

/** Has a session for itself until the transaction ends; whoever appends to it now has finished then. */
export async function holdSession(tx: Queryable, sessionId: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(clew.lock_of($1))", [sessionId]);
}

/** Reads what there is to know of a session. */
export async function readHead(db: Queryable, sessionId: string): Promise<Head | undefined> {
  const [row] = await db.query(SELECT, [sessionId]);
  return row && toHead(row);
}

/** Whether a draft without a handle continues a client's chain that is in this state. */
export function isContinuedBy({ status, latest, countsDown }: Head, { number }: Draft): boolean {
  if (status !== "active" || !latest || countsDown === undefined || number === undefined) return false;
  return fitsAfter(number, latest.number, countsDown);
}

const SELECT = `SELECT s.status, s.window_start, s.owner, s.touched_at, t.*,
    (SELECT c.counts_down FROM clew.client_place c WHERE c.id = s.id AND c.kind = 'session' AND s.mode = 'chain') AS counts_down,
    (SELECT max(number) FROM clew.thought WHERE session_id = $1) AS highest,
    (SELECT max(ordinal) FROM clew.branch WHERE session_id = $1) AS branch_count
  FROM clew.session s LEFT JOIN LATERAL (
    SELECT t.seq, t.id, t.number, t.total, t.branch_id FROM clew.thought t WHERE t.session_id = s.id ORDER BY t.seq DESC LIMIT 1
  ) t ON true WHERE s.id = $1`;

function toHead(row: Row): Head {
  const branchCount = (row.branch_count as number | null) ?? 0;
  return {
    lastSeq: (row.seq as number | null) ?? 0,
    status: row.status as string,
    windowStart: row.window_start as number,
    ...(row.owner !== null && { owner: row.owner as string }),
    touchedAt: row.touched_at as number,
    branchCount,
    ...(row.counts_down !== null && { countsDown: row.counts_down as boolean }),
    highest: (row.highest as number | null) ?? 0,
    ...(row.id !== null && {
      latest: {
        id: row.id as string,
        number: row.number as number,
        total: row.total as number,
        branchId: row.branch_id as string,
      },
    }),
    ...(branchCount === 0 && { branches: [] }),
  };
}
