import {
  DEFAULT_PROJECT,
  Failure,
  isSafeId,
  type NewSession,
  numbered,
  slugFor,
} from "../../../ledger/index.ts";
import type { SessionChanges, SessionRecord } from "../../port.ts";
import type { Queryable } from "../database.ts";
import { keepClientPlace } from "./client-places.ts";
import { holdSession } from "./head.ts";
import { SESSION_COLUMNS, SESSIONS, toSession } from "./rows.ts";
import type { Note } from "./session-write.ts";

/** A session by its id. */
export async function findSession(db: Queryable, id: string): Promise<SessionRecord | undefined> {
  const [row] = await db.query(FIND, [id]);
  return row && toSession(row);
}

/** Creates a session and notes it in the feed; it must run inside a transaction. */
export async function createSession(
  tx: Queryable,
  session: NewSession,
  now: number,
  note: Note,
): Promise<SessionRecord> {
  const id = await takeId(tx, session, now);
  await note(id);
  const { client, mode } = session;
  if (client !== undefined)
    await keepClientPlace(tx, { id, kind: "session", client, isChain: mode === "chain" }, now);
  return (await findSession(tx, id))!;
}

/** Changes a session and notes it in the feed; it must run inside a transaction. */
export async function changeSession(
  tx: Queryable,
  id: string,
  changes: SessionChanges,
  now: number,
  note: Note,
): Promise<SessionRecord> {
  await holdSession(tx, id);
  const { status = null, clearWindow = false, stage = 0 } = changes;
  const { project = null, task = null, aspect = null } = changes;
  const [changed] = await tx.query(CHANGE, [id, status, clearWindow, stage, project, task, aspect, now]);
  if (!changed) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
  await note(id);
  return (await findSession(tx, id))!;
}

const FIND = `SELECT ${SESSION_COLUMNS} FROM ${SESSIONS} WHERE s.id = $1`;

// Nobody waits for another who takes the same id at this moment: an id that is being taken is taken.
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

/** Makes the row under the first id that is free: the one given, if it is safe, or one of the title and the day. */
async function takeId(tx: Queryable, session: NewSession, now: number): Promise<string> {
  const given = session.id !== undefined && isSafeId(session.id) ? session.id : undefined;
  const base = given ?? slugFor(session.title, now);
  for (let number = 1; ; number = number === 1 ? await freeNumber(tx, base) : number + 1) {
    const id = numbered(base, number);
    const [taken] = await tx.query(INSERT, [id, ...valuesOf(session, now)]);
    if (taken) return id;
  }
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

/** A number from 2 that no id has; doubling finds one in few steps even when thousands are taken. */
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
