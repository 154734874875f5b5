import {
  type Draft,
  Failure,
  MAX_DELIVERIES,
  type NewNote,
  type Note,
  noteId,
  thoughtNotFound,
} from "../../../ledger/index.ts";
import type { Clock } from "../../clock.ts";
import { fitInto, MOST_SEARCHED_NOTES, matchNotes, toNote } from "../../note-rows.ts";
import type { Delivery, DeliveryLimits, NoteStore } from "../../port.ts";
import type { Database, Queryable } from "../database.ts";
import { keyOf, once } from "./idempotency.ts";
import { lockSession } from "./session-head.ts";
import type { createSessionWriter, NoteChange } from "./sessions.ts";

const NOTHING: Delivery = { notes: [], more: 0 };

/** Creates the notes of a store. */
export function createNotes(
  db: Database,
  clock: Clock,
  writeSession: ReturnType<typeof createSessionWriter>,
): NoteStore {
  return {
    addNote: (sessionId, note, idempotency) =>
      writeSession((tx, change) =>
        once(tx, "note", idempotency, () => add(tx, sessionId, note, clock, change)),
      ),
    notes: async (sessionId, { id = null, open = false, limit = 1000 }) => {
      const rows = await db.query(LIST, [sessionId, open, Math.max(0, Math.min(limit, 1000)), id]);
      return rows.map(toNote).reverse();
    },
    deliverNotes: async (sessionId, limits) =>
      (await unwritten(db, sessionId, limits, clock.now())) ??
      writeSession((tx, change) => deliver(tx, sessionId, limits, clock.now(), change)),
    holdSession: (sessionId, until) =>
      writeSession(async (tx, change) => {
        await lockSession(tx, sessionId);
        const [held] = await tx.query(HOLD, [sessionId, until === undefined ? null : Date.parse(until)]);
        if (!held) throw new Failure("SESSION_NOT_FOUND", { sessionId });
        await change(sessionId);
      }),
    async searchNotes(query) {
      const { sessionId = null, project = null, owner = null, tags = [], since, until } = query;
      const archived = query.archived === true || sessionId !== null;
      const from = since === undefined ? 0 : Date.parse(since);
      const to = until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until);
      return matchNotes(await db.query(SEARCH, [from, to, sessionId, project, owner, archived, tags]), query);
    },
  };
}

async function add(
  tx: Queryable,
  sessionId: string,
  { text, author, on }: NewNote,
  clock: Clock,
  change: NoteChange,
): Promise<Note> {
  await lockSession(tx, sessionId);
  const [session] = await tx.query(STEER, [sessionId]);
  if (!session) throw new Failure("SESSION_NOT_FOUND", { sessionId });
  if (on !== undefined) await needThought(tx, sessionId, on);
  const now = clock.now();
  for (;;) {
    const id = noteId(clock.newId(now));
    const [row] = await tx.query(INSERT, [sessionId, id, on ?? null, author, text, now]);
    if (!row) continue;
    await change(sessionId, id);
    return toNote(row);
  }
}

async function needThought(tx: Queryable, sessionId: string, number: number): Promise<void> {
  const [found] = await tx.query(
    "SELECT 1 AS found FROM clew.thought WHERE session_id = $1 AND number = $2 LIMIT 1",
    [sessionId, number],
  );
  if (found) return;
  const rows = await tx.query(
    "SELECT DISTINCT number FROM clew.thought WHERE session_id = $1 ORDER BY number LIMIT 51",
    [sessionId],
  );
  throw thoughtNotFound(
    "thought",
    number,
    rows.map((row) => row.number as number),
  );
}

/** The delivery, if it needs no write; otherwise undefined. */
async function unwritten(
  db: Queryable,
  sessionId: string,
  { call, waits }: DeliveryLimits,
  now: number,
): Promise<Delivery | undefined> {
  const earlier = call && (await repeated(db, sessionId, call));
  if (earlier) return earlier;
  const [session] = await db.query(SESSION, [sessionId]);
  if (!session?.steered) return NOTHING;
  const held = session.hold_until as number | null;
  if (held === null || held <= now) return undefined;
  // A held call checks again after every write, so the check itself must not write.
  if (waits) return { ...NOTHING, heldUntil: new Date(held).toISOString() };
  return session.pending ? undefined : NOTHING;
}

/** The notes that an earlier call with the same key carried. */
async function repeated(
  db: Queryable,
  sessionId: string,
  call: NonNullable<Draft["idempotency"]>,
): Promise<Delivery | undefined> {
  const [row] = await db.query("SELECT body FROM clew.idempotency_answer WHERE scope = $1 AND key = $2", [
    ...notesKey(call),
  ]);
  const kept = row && (JSON.parse(row.body as string) as { sessionId: string; ids: string[] });
  if (kept?.sessionId !== sessionId) return undefined;
  const rows = await db.query(BY_IDS, [sessionId, kept.ids]);
  return { notes: rows.map(toNote), more: 0, repeated: true };
}

const notesKey = ({ scope, key }: NonNullable<Draft["idempotency"]>) =>
  keyOf({ scope: `${scope}#notes`, key });

async function deliver(
  tx: Queryable,
  sessionId: string,
  limits: DeliveryLimits,
  now: number,
  change: NoteChange,
): Promise<Delivery> {
  await lockSession(tx, sessionId);
  const known = await unwritten(tx, sessionId, limits, now);
  if (known) return known;
  const taken = fitInto(await tx.query(PENDING, [sessionId, limits.most]), limits);
  const ids = taken.map(({ id }) => id as string);
  if (ids.length > 0) {
    await tx.query(COUNT, [sessionId, ids, now]);
    await change(sessionId, ids[0]);
  }
  if (limits.call && ids.length > 0)
    await tx.query("INSERT INTO clew.idempotency_answer (scope, key, body) VALUES ($1, $2, $3)", [
      ...notesKey(limits.call),
      JSON.stringify({ sessionId, ids }),
    ]);
  const [state] = await tx.query(SETTLE, [sessionId]);
  // Delivered notes are repeated until they are answered or were sent three times.
  const again = taken.filter(({ deliveries }) => (deliveries as number) + 1 < MAX_DELIVERIES).length;
  return {
    notes: ids.length === 0 ? [] : (await tx.query(BY_IDS, [sessionId, ids])).map(toNote),
    more: (state!.left_over as number) - again,
  };
}

// A note answers the open question and ends the wait of a held agent.
const STEER = `UPDATE clew.session SET steered = true, hold_until = NULL, needs_input = NULL, needs_input_on = NULL
  WHERE id = $1 RETURNING 1 AS found`;

const INSERT = `INSERT INTO clew.note (session_id, number, id, on_number, author, text, created_at)
  SELECT $1, coalesce((SELECT max(number) FROM clew.note WHERE session_id = $1), 0) + 1, $2, $3::bigint, $4, $5, $6::bigint
  ON CONFLICT (session_id, id) DO NOTHING RETURNING *`;

const HOLD = `UPDATE clew.session SET hold_until = $2::bigint, steered = steered OR $2::bigint IS NOT NULL
  WHERE id = $1 RETURNING 1 AS held`;

const PENDING_NOTES = `session_id = $1 AND deliveries < ${MAX_DELIVERIES} AND answered_at IS NULL`;
const PENDING = `SELECT * FROM clew.note WHERE ${PENDING_NOTES} ORDER BY deliveries, number LIMIT $2`;

const COUNT = `UPDATE clew.note SET deliveries = deliveries + 1, delivered_at = coalesce(delivered_at, $3::bigint),
    delivered_number = CASE WHEN delivered_at IS NULL
      THEN (SELECT number FROM clew.thought WHERE session_id = $1 ORDER BY seq DESC LIMIT 1) ELSE delivered_number END
  WHERE session_id = $1 AND id = ANY ($2::text[])`;

const SESSION = `SELECT s.steered, s.hold_until, s.steered AND EXISTS (SELECT 1 FROM clew.note WHERE ${PENDING_NOTES}) AS pending
  FROM clew.session s WHERE s.id = $1`;

const SETTLE = `WITH state AS (SELECT count(*) AS left_over FROM clew.note WHERE ${PENDING_NOTES}), settled AS (
    UPDATE clew.session s SET steered = false, hold_until = NULL FROM state WHERE s.id = $1 AND state.left_over = 0
  ) SELECT * FROM state`;

const LIST = `SELECT * FROM clew.note WHERE session_id = $1 AND (NOT $2::bool OR answered_at IS NULL)
    AND ($4::text IS NULL OR id = $4)
  ORDER BY number DESC LIMIT $3`;

const BY_IDS = "SELECT * FROM clew.note WHERE session_id = $1 AND id = ANY ($2::text[]) ORDER BY number";

const SEARCH = `SELECT n.*, s.title, s.project, (
    SELECT min(t.seq) FROM clew.thought t WHERE t.session_id = n.session_id AND t.number = n.on_number) AS on_seq
  FROM clew.note n JOIN clew.session s ON s.id = n.session_id
  WHERE n.created_at BETWEEN $1::bigint AND $2::bigint AND ($3::text IS NULL OR n.session_id = $3)
    AND ($4::text IS NULL OR s.project = $4) AND ($5::text IS NULL OR s.owner = $5)
    AND ($6::bool OR s.archived_at IS NULL) AND s.tags @> $7::text[]
  ORDER BY n.created_at DESC LIMIT ${MOST_SEARCHED_NOTES}`;
