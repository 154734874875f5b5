import type { Queryable, Row } from "../database.ts";
import { readSessionTexts } from "../search/session-texts.ts";
import { indexedText, thoughtWords } from "../search/thought-words.ts";

/** Indexes the first thought of a session again, which is found by the session's texts. */
export async function reindexFirst(tx: Queryable, sessionId: string): Promise<void> {
  const [row] = await tx.query(`${READ} AND t.seq = 1`, [sessionId]);
  if (row) await reindex(tx, [row]);
}

/** Indexes some thoughts of a branch again, from a `seq` on. Returns the next `seq`, if there are more. */
export async function reindexBranch(
  tx: Queryable,
  sessionId: string,
  branchId: string,
  from: number,
): Promise<number | undefined> {
  const rows = await tx.query(`${READ} AND t.branch_id = $2 AND t.seq >= $3 ORDER BY t.seq LIMIT ${PAGE}`, [
    sessionId,
    branchId,
    from,
  ]);
  await reindex(tx, rows);
  return rows.length < PAGE ? undefined : (rows.at(-1)!.seq as number) + 1;
}

/** How many thoughts are indexed again in one transaction. */
const PAGE = 200;

const READ = `SELECT t.session_id, t.seq, t.branch_id, t.content, t.marks, t.source, s.owner
  FROM clew.thought t JOIN clew.session s ON s.id = t.session_id WHERE t.session_id = $1`;

async function reindex(tx: Queryable, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const [sessionId, seq] = [row.session_id as string, row.seq as number];
    const words = thoughtWords({
      content: indexedText(row.content as string, row.marks as string | null),
      branchId: row.branch_id as string,
      source: row.source as Parameters<typeof thoughtWords>[0]["source"],
      owner: (row.owner ?? undefined) as string | undefined,
      session: seq === 1 ? await readSessionTexts(tx, sessionId) : undefined,
    });
    await tx.query(WRITE, [sessionId, seq, words]);
  }
}

const WRITE = `UPDATE clew.thought SET words = $3::text[] || clew.recency_buckets(position)
  WHERE session_id = $1 AND seq = $2`;
