import {
  type Session,
  type SessionActions,
  type StoredEvidence,
  shownEvidence,
  type Thought,
} from "../ledger/index.ts";
import type { CitingThought, OutlineEntry, SessionRecord } from "./port.ts";

type Row = Readonly<Record<string, unknown>>;

/** The columns of a thought `t`, without its internal position. */
export const THOUGHT_COLUMNS =
  "t.id, t.session_id, t.seq, t.number, t.total, t.branch_id, t.branch_from, t.revises, t.revises_id, t.parent_id, " +
  "t.next_needed, t.confidence, t.mode, t.source, t.author, t.critique, t.metadata, t.evidence, t.marks, t.redaction, t.created_at, t.content";

/** Converts a row to a thought. */
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
    nextThoughtNeeded: Boolean(row.next_needed),
    ...(row.confidence !== null && { confidence: row.confidence as number }),
    mode: row.mode as Thought["mode"],
    source: row.source as Thought["source"],
    ...(row.author !== null && { author: row.author as string }),
    ...(row.parent_id !== null && { parentId: row.parent_id as string }),
    ...(row.critique !== null && { critique: JSON.parse(row.critique as string) }),
    metadata: row.metadata === null ? {} : JSON.parse(row.metadata as string),
    ...(row.evidence !== null && { evidence: [...shownEvidence(storedEvidence(row))] }),
    ...(row.marks !== null && { marks: (row.marks as string).split("\n") }),
    createdAt: timeOf(row.created_at),
    ...(typeof row.redaction === "string" && { redaction: JSON.parse(row.redaction) }),
  };
}

/** Converts a row to a thought with its evidence as it is stored. */
export function toCitingThought(row: Row): CitingThought {
  return { thought: toThought(row), evidence: storedEvidence(row), position: row.position as number };
}

const storedEvidence = (row: Row): readonly StoredEvidence[] => JSON.parse(row.evidence as string);

/** Converts a row to an outline entry. */
export function toOutlineEntry(row: Row, beginning: string): OutlineEntry {
  return {
    seq: row.seq as number,
    id: row.id as string,
    number: row.number as number,
    ...(row.branch_id !== "" && { branchId: row.branch_id as string }),
    ...(row.parent_id !== null && { parentId: row.parent_id as string }),
    ...(row.revises_id !== null && { revisesId: row.revises_id as string }),
    isRevision: row.revises !== null,
    nextThoughtNeeded: Boolean(row.next_needed),
    hasCritique: Boolean(row.has_critique),
    ...(row.confidence !== null && { confidence: row.confidence as number }),
    source: row.source as OutlineEntry["source"],
    createdAt: timeOf(row.created_at),
    beginning,
  };
}

/** Converts a row to a session. */
export function toSession(row: Row, tags: readonly string[]): SessionRecord {
  return {
    id: row.id as string,
    title: row.title as string,
    ...(row.description !== null && { description: row.description as string }),
    project: row.project as string,
    ...(row.task !== null && { task: row.task as string }),
    ...(row.aspect !== null && { aspect: row.aspect as string }),
    tags,
    mode: row.mode as Session["mode"],
    status: row.status as Session["status"],
    stage: row.stage as number,
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
    metadata: JSON.parse(row.metadata as string),
    thoughtCount: row.thought_count as number,
    branchCount: row.branch_count as number,
    windowStart: row.window_start as number,
    ...(row.archived_at !== null && { archived: true, archivedAt: timeOf(row.archived_at) }),
    ...(row.owner !== null && { owner: row.owner as string }),
    ...(row.needs_input !== null && {
      needsInput: row.needs_input as string,
      needsInputOn: row.needs_input_on as number,
    }),
  };
}

/** The actions on a session in a row of the feed. */
export function toSessionActions(row: Row): Partial<SessionActions> {
  if (row.actions === null || row.actions === undefined) return {};
  return {
    actions: (row.actions as string).split(" ") as SessionActions["actions"],
    by: row.actor as string,
    at: timeOf(row.at),
  };
}

const timeOf = (milliseconds: unknown): string => new Date(milliseconds as number).toISOString();
