import type { SessionEnds } from "../../port.ts";
import type { Queryable } from "../database.ts";
import { BEGINNING_COLUMN, beginningOf } from "./rows.ts";

const ENDS = `SELECT wanted.id, first.source, last.next_needed, ${BEGINNING_COLUMN("last")}
  FROM unnest($1::text[]) AS wanted(id)
  JOIN clew.thought first ON first.session_id = wanted.id AND first.seq = 1
  JOIN clew.thought last ON last.session_id = wanted.id
    AND last.seq = (SELECT max(seq) FROM clew.thought WHERE session_id = wanted.id)`;

/** Reads the first and the last thought of sessions. */
export async function sessionEnds(db: Queryable, ids: readonly string[]): Promise<readonly SessionEnds[]> {
  return (await db.query(ENDS, [ids])).map((row) => ({
    id: row.id as string,
    source: row.source as SessionEnds["source"],
    needsMore: Boolean(row.next_needed),
    lastWords: beginningOf(row.beginning as string),
  }));
}
