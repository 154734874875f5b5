import { toOutlineEntry } from "../../ledger-rows.ts";
import type { OutlineEntry, SessionEnds } from "../../port.ts";
import type { Queryable } from "../database.ts";

/** The most entries of one outline. */
const MAX_ENTRIES = 20_000;
/** How many characters of its content an entry shows. */
const BEGINNING = 140;

/** The outline of a session: an entry for each thought after `after`. */
export async function readOutline(
  db: Queryable,
  sessionId: string,
  { after = 0, limit = MAX_ENTRIES }: { readonly after?: number; readonly limit?: number },
): Promise<readonly OutlineEntry[]> {
  const rows = await db.query(OUTLINE, [sessionId, after, Math.max(0, Math.min(limit, MAX_ENTRIES))]);
  return rows.map((row) => toOutlineEntry(row, beginningOf(row.beginning)));
}

/** Reads the first and the last thought of sessions. */
export async function sessionEnds(db: Queryable, ids: readonly string[]): Promise<readonly SessionEnds[]> {
  return (await db.query(ENDS, [ids])).map((row) => ({
    id: row.id as string,
    source: row.source as SessionEnds["source"],
    needsMore: Boolean(row.next_needed),
    lastWords: beginningOf(row.beginning),
  }));
}

/** Twice as many characters, because a stored character may be escaped as two. */
const beginningColumn = (thought: string) => `left(${thought}.content, ${2 * BEGINNING}) AS beginning`;

const beginningOf = (text: unknown): string => [...(text as string)].slice(0, BEGINNING).join("");

const OUTLINE = `SELECT t.seq, t.id, t.number, t.branch_id, t.parent_id, t.revises, t.revises_id, t.next_needed, t.confidence,
    t.source, t.created_at, t.critique IS NOT NULL AS has_critique, ${beginningColumn("t")}
  FROM clew.thought t WHERE t.session_id = $1 AND t.seq > $2 ORDER BY t.seq LIMIT $3`;
const ENDS = `SELECT wanted.id, first.source, last.next_needed, ${beginningColumn("last")}
  FROM unnest($1::text[]) AS wanted (id)
    JOIN clew.thought first ON first.session_id = wanted.id AND first.seq = 1
    JOIN clew.thought last ON last.session_id = wanted.id
      AND last.seq = (SELECT max(seq) FROM clew.thought WHERE session_id = wanted.id)`;
