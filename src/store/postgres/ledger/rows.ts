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

/** The columns of a mark of a thought `t`; a letter of the content may be kept as two. */
export const MARK_COLUMNS =
  "t.seq, t.id, t.number, t.branch_id, t.parent_id, t.revises, t.revises_id, t.next_needed, t.confidence, t.source, " +
  `t.created_at, t.critique IS NOT NULL AS has_critique, left(t.content, ${2 * BEGINNING}) AS beginning`;

/** A mark from its row. */
export function toMark(row: Row): OutlineEntry {
  return markOf(row, [...(row.beginning as string)].slice(0, BEGINNING).join(""));
}

/** A session from its row. */
export function toSession(row: Row): SessionRecord {
  return sessionOf(row, row.tags as string[]);
}
