import type { SessionEnds } from "../../port.ts";
import type { Rows } from "../database.ts";
import { BEGINNING_COLUMN, beginningOf } from "./rows.ts";

const ENDS = `SELECT s.id, first.source, last.next_needed, ${BEGINNING_COLUMN("last")}
  FROM clew.session s
  JOIN clew.thought first ON first.session_id = s.id AND first.seq = 1
  JOIN clew.thought last ON last.session_id = s.id AND last.seq = s.thought_count
  WHERE s.id = ANY($1)`;

/** Reads the first and the last thought of sessions. */
export async function sessionEnds(db: Rows, ids: readonly string[]): Promise<readonly SessionEnds[]> {
  return (await db.query(ENDS, [ids])).map((row) => ({
    id: row.id as string,
    source: row.source as SessionEnds["source"],
    needsMore: Boolean(row.next_needed),
    lastWords: beginningOf(row.beginning as string),
  }));
}
