import {
  DEFAULT_PROJECT,
  Failure,
  isSafeId,
  type NewSession,
  numbered,
  type SessionAction,
  seqNotFound,
  slugFor,
} from "../../../ledger/index.ts";
import { applyEdit } from "../../apply-edit.ts";
import type { Clock } from "../../clock.ts";
import { tombstoneName } from "../../erasure-tables.ts";
import { toSession as sessionOf } from "../../ledger-rows.ts";
import type { ExtractedFact, SessionChanges, SessionEdit, SessionRecord } from "../../port.ts";
import type { Database, Queryable, Row, Transaction } from "../database.ts";
import { addExtracted } from "./facts.ts";
import { type ActionRecord, addChange, hasChange } from "./feed.ts";
import { saveClientOpening } from "./handles.ts";
import { reindexFirst } from "./reindex.ts";
import { lockSession } from "./session-head.ts";

/** The sessions `s`, each with its last thought `t`. */
export const SESSIONS = `clew.session s LEFT JOIN LATERAL (
    SELECT t.seq, t.created_at FROM clew.thought t WHERE t.session_id = s.id ORDER BY t.seq DESC LIMIT 1
  ) t ON true`;

/** SQL for the last activity of a session `s` with its last thought `t`. */
export const UPDATED_AT = "greatest(s.touched_at, t.created_at)";

/** The columns of a session `s` whose last thought is `t`. */
export const SESSION_COLUMNS = `s.id, s.title, s.description, s.project, s.task, s.aspect, s.tags, s.mode, s.status, s.stage,
  s.window_start, s.metadata, s.created_at, s.archived_at, s.owner, s.needs_input, s.needs_input_on, ${UPDATED_AT} AS updated_at, coalesce(t.seq, 0) AS thought_count,
  coalesce((SELECT max(ordinal) FROM clew.branch l WHERE l.session_id = s.id), 0) AS branch_count`;

/** A session from its row. */
export function toSession(row: Row): SessionRecord {
  return sessionOf(row, row.tags as string[]);
}

/** Adds a session, one of its notes or an action on it to the feed, as the only change of its transaction. */
export type NoteChange = (sessionId: string, noteId?: string, action?: ActionRecord) => Promise<unknown>;

/**
 * Creates the function that writes sessions. Each write adds a unique mark to the feed. After a broken connection
 * it shows whether the commit succeeded, so that no write is lost or repeated.
 */
export function createSessionWriter(db: Database, clock: Clock) {
  return <T>(work: (tx: Transaction, note: NoteChange) => Promise<T>): Promise<T> => {
    const mark = clock.newId(clock.now());
    let position: number | undefined;
    return db.transaction(
      (tx) => {
        position = undefined;
        return work(tx, async (sessionId, noteId, action) => {
          position = await addChange(tx, sessionId, mark, noteId, action);
        });
      },
      async (rows) => position === undefined || hasChange(rows, position, mark),
    );
  };
}

/** A session by its id. */
export async function findSession(db: Queryable, id: string): Promise<SessionRecord | undefined> {
  const [row] = await db.query(FIND, [id]);
  return row && toSession(row);
}

/** Creates a session and adds it to the feed. */
export async function createSession(
  tx: Queryable,
  session: NewSession,
  now: number,
  note: NoteChange,
): Promise<SessionRecord> {
  const id = await takeId(tx, session, now);
  await note(id);
  const { client, mode } = session;
  if (client !== undefined)
    await saveClientOpening(tx, { id, kind: "session", client, isChain: mode === "chain" }, now);
  return (await findSession(tx, id))!;
}

/** Changes a session and adds the change to the feed. */
export async function changeSession(
  tx: Queryable,
  id: string,
  changes: SessionChanges,
  now: number,
  note: NoteChange,
): Promise<SessionRecord> {
  await lockSession(tx, id);
  const { status = null, clearWindow = false, stage = 0 } = changes;
  const { project = null, task = null, aspect = null } = changes;
  const [changed] = await tx.query(CHANGE, [id, status, clearWindow, stage, project, task, aspect, now]);
  if (!changed) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
  await note(id);
  return (await findSession(tx, id))!;
}

/** Edits a session and adds the edit to the feed, unless it changes nothing. */
export async function editSession(
  tx: Queryable,
  id: string,
  edit: SessionEdit,
  now: number,
  note: NoteChange,
): Promise<SessionRecord> {
  await lockSession(tx, id);
  const session = await findSession(tx, id);
  if (!session) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
  const { title, tags, archived, actions } = applyEdit(session, edit);
  if (actions.length === 0) return session;
  const since = archived ? (session.archivedAt ? Date.parse(session.archivedAt) : now) : null;
  await tx.query(EDIT, [id, title, title.toLowerCase(), tags, since]);
  if (actions.some((action) => isIndexed(action))) await reindexFirst(tx, id);
  await note(id, undefined, { actions, by: edit.by, at: now });
  return (await findSession(tx, id))!;
}

const isIndexed = (action: SessionAction): boolean => ["rename", "tag", "untag"].includes(action);

const EDIT =
  "UPDATE clew.session SET title = $2, title_small = $3, tags = $4::text[], archived_at = $5::bigint WHERE id = $1";

const FIND = `SELECT ${SESSION_COLUMNS} FROM ${SESSIONS} WHERE s.id = $1`;

// An id that another transaction is taking right now counts as taken, so that nobody waits.
const INSERT = `INSERT INTO clew.session (id, title, title_small, description, project, task, aspect, tags, mode, metadata,
    created_at, touched_at, owner)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8::text[], $9, $10, $11::bigint, $11::bigint, $12
  WHERE pg_try_advisory_xact_lock(clew.lock_of($1))
  ON CONFLICT (id) DO NOTHING RETURNING 1 AS taken`;

// A stage never goes backwards.
const CHANGE = `UPDATE clew.session s SET status = coalesce($2, status),
    window_start = CASE WHEN $3 THEN coalesce((SELECT max(seq) FROM clew.thought WHERE session_id = $1), 0) ELSE window_start END,
    stage = greatest(stage, $4), project = coalesce($5, project), task = coalesce($6, task), aspect = coalesce($7, aspect),
    touched_at = greatest(touched_at, $8)
  WHERE id = $1 RETURNING 1 AS changed`;

/** Inserts the row with the first free id: the given one if it is safe, otherwise one from the title and the day. */
async function takeId(tx: Queryable, session: NewSession, now: number): Promise<string> {
  const requested = session.id !== undefined && isSafeId(session.id) ? session.id : undefined;
  const base = requested ?? slugFor(session.title, now);
  if (requested !== undefined && (await isDeleted(tx, requested)))
    throw new Failure("SESSION_DELETED", { sessionId: requested });
  for (let number = 1; ; number = number === 1 ? await freeNumber(tx, base) : number + 1) {
    const id = numbered(base, number);
    if (requested === undefined && (await isDeleted(tx, id))) continue;
    const [taken] = await tx.query(INSERT, [id, ...valuesOf(session, now)]);
    if (taken) return id;
  }
}

async function isDeleted(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.query("SELECT 1 FROM clew.tombstone WHERE name = $1", [tombstoneName(id)])).length > 0;
}

function valuesOf(session: NewSession, now: number): unknown[] {
  return [
    session.title,
    session.title.toLowerCase(),
    session.description ?? null,
    session.project ?? DEFAULT_PROJECT,
    session.task ?? null,
    session.aspect ?? null,
    [...new Set(session.tags ?? [])],
    session.mode,
    JSON.stringify(session.metadata ?? {}),
    now,
    session.owner ?? null,
  ];
}

/** A free number from 2 on, by doubling and halving: few steps even if thousands are taken. */
async function freeNumber(tx: Queryable, base: string): Promise<number> {
  const isTaken = async (number: number) =>
    (await tx.query("SELECT 1 FROM clew.session WHERE id = $1", [numbered(base, number)])).length > 0;
  let high = 2;
  while (await isTaken(high)) high *= 2;
  for (let low = high / 2; high - low > 1; ) {
    const middle = Math.floor((low + high) / 2);
    if (await isTaken(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** Adds a critique to a thought that has none; otherwise returns the existing one. */
export async function saveCritique(
  tx: Queryable,
  sessionId: string,
  seq: number,
  critique: Readonly<Record<string, unknown>>,
  facts: readonly ExtractedFact[],
  note: NoteChange,
): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await tx.query(
    "SELECT critique FROM clew.thought WHERE session_id = $1 AND seq = $2 FOR UPDATE",
    [sessionId, seq],
  );
  if (!row) throw await notFound(tx, sessionId, seq);
  if (row.critique !== null) return JSON.parse(row.critique as string);
  const text = JSON.stringify(critique);
  await tx.query("UPDATE clew.thought SET critique = $3 WHERE session_id = $1 AND seq = $2", [
    sessionId,
    seq,
    text,
  ]);
  await addExtracted(tx, sessionId, facts);
  await note(sessionId);
  return JSON.parse(text);
}

async function notFound(tx: Queryable, sessionId: string, seq: number): Promise<Failure> {
  const [row] = await tx.query(
    "SELECT coalesce((SELECT max(seq) FROM clew.thought WHERE session_id = s.id), 0) AS last FROM clew.session s WHERE s.id = $1",
    [sessionId],
  );
  if (!row) return new Failure("SESSION_NOT_FOUND", { sessionId });
  return seqNotFound(seq, row.last as number);
}
