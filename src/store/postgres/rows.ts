import type { Session, Thought } from "../../ledger/index.ts";
import type { SessionState, ThoughtMark } from "../port.ts";
import type { Row } from "./database.ts";

/** The columns of a thought `t`, without its internal position. */
export const THOUGHT_COLUMNS =
  "t.id, t.session_id, t.seq, t.number, t.total, t.branch_id, t.branch_from, t.revises, t.revises_id, t.parent_id, " +
  "t.next_needed, t.confidence, t.mode, t.door, t.author, t.critique, t.metadata, t.created_at, t.content";

/** The sessions `s`, each with its last thought `t`. */
export const SESSIONS = `clew.session s LEFT JOIN LATERAL (
    SELECT t.seq, t.created_at FROM clew.thought t WHERE t.session_id = s.id ORDER BY t.seq DESC LIMIT 1
  ) t ON true`;

/** The last activity in a session `s` whose last thought is `t`. */
export const UPDATED_AT = "greatest(s.touched_at, t.created_at)";

/** The columns of a session `s` whose last thought is `t`. */
export const SESSION_COLUMNS = `s.id, s.title, s.description, s.project, s.task, s.aspect, s.tags, s.mode, s.status, s.stage,
  s.window_start, s.metadata, s.created_at, s.owner, ${UPDATED_AT} AS updated_at, coalesce(t.seq, 0) AS last_seq,
  coalesce((SELECT max(ordinal) FROM clew.lane l WHERE l.session_id = s.id), 0) AS branch_count`;

/** A thought from its row. */
export function toThought(row: Row): Thought {
  return {
    id: row.id as string,
    sessionId: row.session_id as string,
    seq: row.seq as number,
    number: row.number as number,
    total: row.total as number,
    content: row.content as string,
    ...(row.branch_id !== "" && { branchId: row.branch_id as string }),
    ...(row.branch_from !== null && { branchFrom: row.branch_from as number }),
    isRevision: row.revises !== null,
    ...(row.revises !== null && { revises: row.revises as number }),
    ...(row.revises_id !== null && { revisesId: row.revises_id as string }),
    nextThoughtNeeded: row.next_needed as boolean,
    ...(row.confidence !== null && { confidence: row.confidence as number }),
    mode: row.mode as Thought["mode"],
    door: row.door as Thought["door"],
    ...(row.author !== null && { author: row.author as string }),
    ...(row.parent_id !== null && { parentId: row.parent_id as string }),
    ...(row.critique !== null && { critique: JSON.parse(row.critique as string) }),
    metadata: row.metadata === null ? {} : JSON.parse(row.metadata as string),
    createdAt: timeOf(row.created_at),
  };
}

/** How many letters of its content a mark shows. */
const BEGINNING = 140;

/** The columns of a mark of a thought `t`; a letter of the content may be kept as two. */
export const MARK_COLUMNS =
  "t.seq, t.id, t.number, t.branch_id, t.parent_id, t.revises, t.revises_id, t.next_needed, t.confidence, t.door, " +
  `t.created_at, t.critique IS NOT NULL AS has_critique, left(t.content, ${2 * BEGINNING}) AS beginning`;

/** A mark from its row. */
export function toMark(row: Row): ThoughtMark {
  return {
    seq: row.seq as number,
    id: row.id as string,
    number: row.number as number,
    ...(row.branch_id !== "" && { branchId: row.branch_id as string }),
    ...(row.parent_id !== null && { parentId: row.parent_id as string }),
    ...(row.revises_id !== null && { revisesId: row.revises_id as string }),
    isRevision: row.revises !== null,
    nextThoughtNeeded: row.next_needed as boolean,
    hasCritique: row.has_critique as boolean,
    ...(row.confidence !== null && { confidence: row.confidence as number }),
    door: row.door as ThoughtMark["door"],
    createdAt: timeOf(row.created_at),
    beginning: [...(row.beginning as string)].slice(0, BEGINNING).join(""),
  };
}

/** A session from its row. */
export function toSession(row: Row): SessionState {
  return {
    id: row.id as string,
    title: row.title as string,
    ...(row.description !== null && { description: row.description as string }),
    project: row.project as string,
    ...(row.task !== null && { task: row.task as string }),
    ...(row.aspect !== null && { aspect: row.aspect as string }),
    tags: row.tags as string[],
    mode: row.mode as Session["mode"],
    status: row.status as Session["status"],
    stage: row.stage as number,
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
    metadata: JSON.parse(row.metadata as string),
    thoughtCount: row.last_seq as number,
    branchCount: row.branch_count as number,
    windowStart: row.window_start as number,
    ...(row.owner !== null && { owner: row.owner as string }),
  };
}

const timeOf = (milliseconds: unknown): string => new Date(milliseconds as number).toISOString();
