import type { Change } from "../../../ledger/index.ts";
import type { Queryable, Row } from "../database.ts";

/** Notes a change of a session, the first that its transaction has in the feed, with the mark of who does it if there is one. */
export async function noteSession(tx: Queryable, sessionId: string, mark?: string): Promise<number> {
  const [row] = await tx.query(
    "INSERT INTO clew.change (position, session_id, mark) VALUES (clew.next_position(0), $1, $2) RETURNING position",
    [sessionId, mark ?? null],
  );
  return row!.position as number;
}

/** Whether a change was noted with this mark. */
export async function isNoted(db: Queryable, position: number, mark: string): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM clew.change WHERE position = $1 AND mark = $2", [
    position,
    mark,
  ]);
  return rows.length > 0;
}

/** Where the feed stands. */
export interface FeedState {
  /** The position of the newest change that can be read. */
  readonly position: number;
  /** Whether more is written already, and is held back until an older transaction has ended. */
  readonly more: boolean;
}

/** Tells where the feed stands. */
export async function feedState(db: Queryable): Promise<FeedState> {
  const [row] = await db.query(STATE);
  return { position: row!.position as number, more: row!.more as boolean };
}

/** Changes after a position, oldest first. */
export async function changesAfter(db: Queryable, after: number, limit: number): Promise<Change[]> {
  return (await db.query(AFTER, [after, Math.max(0, limit)])).map(toChange);
}

const STATE = `SELECT greatest(0,
    (SELECT max(position) FROM clew.thought WHERE position < clew.horizon()),
    (SELECT max(position) FROM clew.change WHERE position < clew.horizon())) AS position,
  EXISTS (SELECT 1 FROM clew.thought WHERE position >= clew.horizon())
    OR EXISTS (SELECT 1 FROM clew.change WHERE position >= clew.horizon()) AS more`;

const AFTER = `SELECT f.*, coalesce(s.owner, n.owner) AS owner FROM (
    (SELECT position, session_id, seq, NULL AS notebook_id FROM clew.thought
      WHERE position > $1 AND position < clew.horizon() ORDER BY position LIMIT $2)
    UNION ALL
    (SELECT position, session_id, NULL, notebook_id FROM clew.change
      WHERE position > $1 AND position < clew.horizon() ORDER BY position LIMIT $2)
    ORDER BY position LIMIT $2) f
  LEFT JOIN clew.session s ON s.id = f.session_id LEFT JOIN clew.notebook n ON n.id = f.notebook_id
  ORDER BY f.position`;

function toChange(row: Row): Change {
  const position = row.position as number;
  const owner = row.owner === null ? {} : { owner: row.owner as string };
  if (row.notebook_id !== null)
    return { position, notebookId: row.notebook_id as string, kind: "notebook", ...owner };
  const sessionId = row.session_id as string;
  if (row.seq === null) return { position, sessionId, kind: "session", ...owner };
  return { position, sessionId, kind: "thought", seq: row.seq as number, ...owner };
}
