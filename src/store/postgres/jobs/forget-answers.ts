import { timeOrderedId } from "../../../ledger/index.ts";
import { ownerTag } from "../../owner-ids.ts";
import type { Database } from "../database.ts";
import { repeatable } from "./job-table.ts";

/** A worker that was frozen for up to this long still finds what another worker recorded for its job. */
const KEEP_MS = 24 * 60 * 60_000;

/** The idempotency scope of a job. */
export function scopeOf(job: string): string {
  return `job/${job}`;
}

/** Deletes the idempotency answers of ended jobs that were requested more than a day ago. Job ids contain the time. */
export async function forgetAnswers(db: Database, now: number): Promise<void> {
  const [row] = await db.query("SELECT min(id) AS id FROM clew.job WHERE ended_at IS NULL");
  const unfinished = row!.id as string | null;
  const old = timeOrderedId(now - KEEP_MS);
  const first = unfinished !== null && unfinished < old ? unfinished : old;
  for (const { prefix } of await db.query(PREFIXES, [ownerTag("").length + 1]))
    await repeatable(db, (tx) => tx.query(FORGET, [`${prefix}${scopeOf("")}`, `${prefix}${scopeOf(first)}`]));
}

// The scope prefixes of all principals, and the empty prefix of callers without one. Each costs one index lookup, however
// many answers there are.
const PREFIXES = `
  WITH RECURSIVE space (prefix) AS (
    SELECT '' COLLATE "C"
    UNION ALL
    SELECT (
      SELECT left(scope, $1::integer) FROM clew.idempotency_answer
      WHERE scope >= CASE prefix WHEN '' THEN 'p0' ELSE prefix || '~' END AND scope < 'p:'
      ORDER BY scope LIMIT 1
    ) FROM space WHERE prefix IS NOT NULL
  )
  SELECT prefix FROM space WHERE prefix IS NOT NULL`;
const FORGET = "DELETE FROM clew.idempotency_answer WHERE scope >= $1 AND scope < $2";
