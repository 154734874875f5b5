import { timeOrderedId } from "../../../ledger/index.ts";
import { ownerTag } from "../../owner-ids.ts";
import type { Database } from "../database.ts";
import { repeatable } from "./ask.ts";

/** So long a worker that was frozen still finds what another one has recorded in its place. */
const KEEP_MS = 24 * 60 * 60_000;

/** The scope of the receipts of a job. */
export function scopeOf(job: string): string {
  return `job/${job}`;
}

/** Forgets the receipts of jobs that were handed in long ago and have ended: their ids tell when. All others stay. */
export async function forgetReceipts(db: Database, now: number): Promise<void> {
  const [row] = await db.query("SELECT min(id) AS id FROM clew.job WHERE ended_at IS NULL");
  const unfinished = row!.id as string | null;
  const old = timeOrderedId(now - KEEP_MS);
  const first = unfinished !== null && unfinished < old ? unfinished : old;
  for (const { prefix } of await db.query(SPACES, [ownerTag("").length + 1]))
    await repeatable(db, (tx) => tx.query(FORGET, [`${prefix}${scopeOf("")}`, `${prefix}${scopeOf(first)}`]));
}

// What stands before the scopes of each principal, and nothing for those who are none. Each is found by one look into the
// index, however many receipts there are.
const SPACES = `
  WITH RECURSIVE space (prefix) AS (
    SELECT '' COLLATE "C"
    UNION ALL
    SELECT (
      SELECT left(scope, $1::integer) FROM clew.receipt
      WHERE scope >= CASE prefix WHEN '' THEN 'p0' ELSE prefix || '~' END AND scope < 'p:'
      ORDER BY scope LIMIT 1
    ) FROM space WHERE prefix IS NOT NULL
  )
  SELECT prefix FROM space WHERE prefix IS NOT NULL`;
const FORGET = "DELETE FROM clew.receipt WHERE scope >= $1 AND scope < $2";
