import { THOUGHT_COLUMNS, toCitingThought } from "../../ledger-rows.ts";
import { pageSize } from "../../page-size.ts";
import type { CitingThought, EvidenceFilter } from "../../port.ts";
import type { Queryable } from "../database.ts";

/** Thoughts with evidence, newest first. */
export async function citingThoughts(
  db: Queryable,
  { behind = Number.MAX_SAFE_INTEGER, text = "", sessionId, owner, limit = 1000 }: EvidenceFilter,
): Promise<readonly CitingThought[]> {
  const rows = await db.query(CITING, [
    behind,
    text === "" ? "[" : JSON.stringify(text).slice(1, -1),
    sessionId ?? null,
    owner ?? null,
    pageSize(limit),
  ]);
  return rows.map(toCitingThought);
}

const CITING = `SELECT t.position, ${THOUGHT_COLUMNS} FROM clew.thought t
  WHERE t.evidence IS NOT NULL AND t.position < $1 AND strpos(t.evidence, $2) > 0
    AND ($3::text IS NULL OR t.session_id = $3)
    AND ($4::text IS NULL OR (SELECT s.owner FROM clew.session s WHERE s.id = t.session_id) = $4)
  ORDER BY t.position DESC LIMIT $5`;
