import type { DatabaseSync } from "node:sqlite";
import {
  Failure,
  MAX_DELIVERIES,
  type NewNote,
  type Note,
  noteId,
  type Thought,
  thoughtNotFound,
} from "../../ledger/index.ts";
import type { Clock } from "../clock.ts";
import { fitInto, MOST_SEARCHED_NOTES, matchNotes, toNote } from "../note-rows.ts";
import type { Delivery, DeliveryLimits, NoteStore } from "../port.ts";
import type { Feed } from "./feed.ts";
import { findKept, type Idempotency } from "./idempotency.ts";
import { read } from "./read.ts";
import { createRunOnce } from "./run-once.ts";
import type { Write } from "./writer.ts";

const NOTHING: Delivery = { notes: [], more: 0 };

/** Creates the notes of a store. */
export function createNotes(db: DatabaseSync, feed: Feed, clock: Clock, write: Write): NoteStore {
  const sql = prepare(db);
  const once = createRunOnce(db);

  function add(sessionId: string, { text, author, on }: NewNote): Note {
    if (!sql.session.get(sessionId)) throw new Failure("SESSION_NOT_FOUND", { sessionId });
    if (on !== undefined && !sql.thought.get(sessionId, on))
      throw thoughtNotFound(
        "thought",
        on,
        sql.numbers.all(sessionId).map((row) => row.number as number),
      );
    const now = clock.now();
    let id = noteId(clock.newId(now));
    while (sql.byId.get(sessionId, id)) id = noteId(clock.newId(now));
    sql.insert.run(sessionId, sessionId, id, on ?? null, author, text, now);
    sql.steer.run(sessionId);
    feed.noteSession(sessionId, id);
    return toNote(sql.byId.get(sessionId, id)!);
  }

  const notesOf = (sessionId: string, ids: readonly string[]): Note[] =>
    ids
      .map((id) => sql.byId.get(sessionId, id)!)
      .sort((a, b) => (a.number as number) - (b.number as number))
      .map(toNote);

  /** The notes that an earlier call with the same key carried. */
  function repeated(sessionId: string, { scope, key }: Idempotency): Delivery | undefined {
    const row = findKept(sql.answer, `${scope}#notes`, key);
    const kept = row && (JSON.parse(row.body as string) as { sessionId: string; ids: string[] });
    if (kept?.sessionId !== sessionId) return undefined;
    return { notes: notesOf(sessionId, kept.ids), more: 0, repeated: true };
  }

  /** The delivery, if it needs no write; otherwise undefined. */
  function unwritten(sessionId: string, { call, waits }: DeliveryLimits): Delivery | undefined {
    const earlier = call && repeated(sessionId, call);
    if (earlier) return earlier;
    const session = sql.session.get(sessionId);
    if (session?.steered !== 1) return NOTHING;
    const held = session.hold_until as number | null;
    if (held === null || held <= clock.now()) return undefined;
    // A held call checks again after every write, so the check itself must not write.
    if (waits) return { ...NOTHING, heldUntil: new Date(held).toISOString() };
    return sql.pending.get(sessionId, 1) ? undefined : NOTHING;
  }

  function deliver(sessionId: string, limits: DeliveryLimits): Delivery {
    const known = unwritten(sessionId, limits);
    if (known) return known;
    const now = clock.now();
    const taken = fitInto(sql.pending.all(sessionId, limits.most), limits);
    const last = sql.last.get(sessionId)?.number ?? null;
    for (const { number } of taken) sql.count.run(now, last, sessionId, number!);
    const ids = taken.map(({ id }) => id as string);
    if (ids.length > 0) feed.noteSession(sessionId, ids[0]);
    if (limits.call && ids.length > 0)
      sql.keep.run(`${limits.call.scope}#notes`, limits.call.key, JSON.stringify({ sessionId, ids }));
    const left = sql.left.get(sessionId)!.n as number;
    // Delivered notes are repeated until they are answered or were sent three times.
    const more = left - taken.filter(({ deliveries }) => (deliveries as number) + 1 < MAX_DELIVERIES).length;
    if (left === 0) sql.settle.run(sessionId);
    return {
      notes: notesOf(sessionId, ids),
      more,
    };
  }

  return {
    addNote: (sessionId, note, idempotency) =>
      write(() => once("note", idempotency, () => add(sessionId, note))),
    notes: (sessionId, { id = null, open = false, limit = 1000 }) =>
      read(() =>
        sql.list
          .all(sessionId, id, id, open ? 1 : 0, Math.max(0, Math.min(limit, 1000)))
          .map(toNote)
          .reverse(),
      ),
    deliverNotes: async (sessionId, limits) =>
      (await read(() => unwritten(sessionId, limits))) ?? write(() => deliver(sessionId, limits)),
    holdSession: (sessionId, until) =>
      write(() => {
        const time = until === undefined ? null : Date.parse(until);
        if (sql.hold.run(time, time === null ? 0 : 1, sessionId).changes === 0)
          throw new Failure("SESSION_NOT_FOUND", { sessionId });
        feed.noteSession(sessionId);
      }),
    async searchNotes(query) {
      const rows = await read(() => {
        const { sessionId = null, project = null, owner = null } = query;
        const tags = JSON.stringify(query.tags ?? []);
        const archived = query.archived || sessionId !== null ? 1 : 0;
        const from = query.since === undefined ? 0 : Date.parse(query.since);
        const to = query.until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(query.until);
        return sql.search.all({ sessionId, project, owner, tags, archived, from, to });
      });
      return matchNotes(rows, query);
    },
  };
}

/** Creates the function that marks the notes a thought answers; it must run inside a write transaction. */
export function createAnswerNotes(db: DatabaseSync) {
  const answer = db.prepare(
    "UPDATE note SET answered_number = ?, answered_at = ? WHERE session_id = ? AND id = ? AND answered_at IS NULL",
  );
  return ({ sessionId, number }: Thought, ids: readonly string[], now: number): void => {
    for (const id of ids) answer.run(number, now, sessionId, id);
  };
}

function prepare(db: DatabaseSync) {
  const pending = `session_id = ? AND deliveries < ${MAX_DELIVERIES} AND answered_at IS NULL`;
  return {
    session: db.prepare("SELECT steered, hold_until FROM session WHERE id = ?"),
    thought: db.prepare("SELECT 1 FROM thought WHERE session_id = ? AND number = ? LIMIT 1"),
    numbers: db.prepare("SELECT DISTINCT number FROM thought WHERE session_id = ? ORDER BY number LIMIT 51"),
    last: db.prepare("SELECT number FROM thought WHERE session_id = ? ORDER BY seq DESC LIMIT 1"),
    byId: db.prepare("SELECT * FROM note WHERE session_id = ? AND id = ?"),
    insert: db.prepare(
      `INSERT INTO note (session_id, number, id, on_number, author, text, created_at)
       VALUES (?, ifnull((SELECT max(number) FROM note WHERE session_id = ?), 0) + 1, ?, ?, ?, ?, ?)`,
    ),
    // A note answers the open question and ends the wait of a held agent.
    steer: db.prepare(
      "UPDATE session SET steered = 1, hold_until = NULL, needs_input = NULL, needs_input_on = NULL WHERE id = ?",
    ),
    hold: db.prepare("UPDATE session SET hold_until = ?, steered = max(steered, ?) WHERE id = ?"),
    settle: db.prepare("UPDATE session SET steered = 0, hold_until = NULL WHERE id = ?"),
    pending: db.prepare(`SELECT * FROM note WHERE ${pending} ORDER BY deliveries, number LIMIT ?`),
    left: db.prepare(`SELECT count(*) AS n FROM note WHERE ${pending}`),
    count: db.prepare(
      `UPDATE note SET deliveries = deliveries + 1, delivered_at = ifnull(delivered_at, ?1),
         delivered_number = CASE WHEN delivered_at IS NULL THEN ?2 ELSE delivered_number END
       WHERE session_id = ?3 AND number = ?4`,
    ),
    list: db.prepare(
      `SELECT * FROM note WHERE session_id = ? AND (? IS NULL OR id = ?) AND (? = 0 OR answered_at IS NULL)
       ORDER BY number DESC LIMIT ?`,
    ),
    answer: db.prepare("SELECT body FROM idempotency_answer WHERE scope = ? AND key = ?"),
    keep: db.prepare("INSERT INTO idempotency_answer (scope, key, body) VALUES (?, ?, ?)"),
    search: db.prepare(
      `SELECT n.*, s.title, s.project, (
         SELECT min(t.seq) FROM thought t WHERE t.session_id = n.session_id AND t.number = n.on_number) AS on_seq
       FROM note n JOIN session s ON s.id = n.session_id
       WHERE n.created_at BETWEEN :from AND :to AND (:sessionId IS NULL OR n.session_id = :sessionId)
         AND (:project IS NULL OR s.project = :project) AND (:owner IS NULL OR s.owner = :owner)
         AND (:archived = 1 OR s.archived_at IS NULL)
         AND NOT EXISTS (SELECT 1 FROM json_each(:tags) WHERE value NOT IN (SELECT value FROM json_each(s.tags)))
       ORDER BY n.created_at DESC LIMIT ${MOST_SEARCHED_NOTES}`,
    ),
  };
}
