import { toMark as markOf, toSession as sessionOf } from "../../ledger-rows.ts";
import type { OutlineEntry, SessionRecord } from "../../port.ts";
import type { Row } from "../database.ts";

/** The sessions `s`, each with its last thought `t`. */
export const SESSIONS = `clew.session s LEFT JOIN LATERAL (
    SELECT t.seq, t.created_at FROM clew.thought t WHERE t.session_id = s.id ORDER BY t.seq DESC LIMIT 1
  ) t ON true`;

/** The last activity in a session `s` whose last thought is `t`. */
export const UPDATED_AT = "greatest(s.touched_at, t.created_at)";

/** The columns of a session `s` whose last thought is `t`. */
export const SESSION_COLUMNS = `s.id, s.title, s.description, s.project, s.task, s.aspect, s.tags, s.mode, s.status, s.stage,
  s.window_start, s.metadata, s.created_at, s.owner, ${UPDATED_AT} AS updated_at, coalesce(t.seq, 0) AS thought_count,
  coalesce((SELECT max(ordinal) FROM clew.branch l WHERE l.session_id = s.id), 0) AS branch_count`;

/** How many letters of its content a mark shows. */
const BEGINNING = 140;

/** The column `beginning` of a thought; a character of the content may be stored as two. */
export const BEGINNING_COLUMN = (thought: string) =>
  `left(${thought}.content, ${2 * BEGINNING}) AS beginning`;

/** The text of the column `beginning`. */
export const beginningOf = (text: string): string => [...text].slice(0, BEGINNING).join("");

/** The columns of a mark of a thought `t`. */
export const MARK_COLUMNS =
  "t.seq, t.id, t.number, t.branch_id, t.parent_id, t.revises, t.revises_id, t.next_needed, t.confidence, t.source, " +
  `t.created_at, t.critique IS NOT NULL AS has_critique, ${BEGINNING_COLUMN("t")}`;

/** A mark from its row. */
export function toMark(row: Row): OutlineEntry {
  return markOf(row, beginningOf(row.beginning as string));
}

/** A session from its row. */
export function toSession(row: Row): SessionRecord {
  return sessionOf(row, row.tags as string[]);
}
