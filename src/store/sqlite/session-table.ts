import type { DatabaseSync } from "node:sqlite";
import {
  DEFAULT_PROJECT,
  type Draft,
  Failure,
  isSafeId,
  type NewSession,
  numbered,
  slugFor,
} from "../../ledger/index.ts";
import { applyEdit } from "../apply-edit.ts";
import type { Clock } from "../clock.ts";
import { tombstoneName } from "../erasure-tables.ts";
import { freeNumber } from "../free-number.ts";
import { toSession } from "../ledger-rows.ts";
import type { ListedSession, SessionChanges, SessionEdit, SessionFilter, SessionRecord } from "../port.ts";
import type { ClientOpenings } from "./client-openings.ts";
import type { Feed } from "./feed.ts";
import { findKept } from "./idempotency.ts";
import { lazily } from "./lazily.ts";
import { addHasText, sessionCondition } from "./session-condition.ts";
import { createSessionMatches } from "./session-matches.ts";

/** The session table; `create` and `change` must run inside a write transaction. */
export type SessionTable = ReturnType<typeof createSessionTable>;

/** Prepares the statements on sessions. */
export function createSessionTable(db: DatabaseSync, feed: Feed, clients: ClientOpenings, clock: Clock) {
  addHasText(db);
  // Current counts and last activity: those in the row may be a moment behind.
  const select = db.prepare(
    `SELECT session.*, ifnull(t.seq, 0) AS thought_count, max(ifnull(t.created_at, 0), session.updated_at) AS updated_at,
       ifnull((SELECT max(ordinal) FROM branch WHERE session_id = session.id), 0) AS branch_count
     FROM session LEFT JOIN thought t ON t.session_id = session.id
       AND t.seq = (SELECT max(seq) FROM thought WHERE session_id = session.id)
     WHERE session.id = ?`,
  );
  const selectAnswer = db.prepare("SELECT body FROM idempotency_answer WHERE scope = ? AND key = ?");
  const keepAnswer = db.prepare("INSERT INTO idempotency_answer (scope, key, body) VALUES (?, ?, ?)");
  const known = db.prepare("SELECT 1 FROM session WHERE id = ?");
  const insert = db.prepare(
    `INSERT INTO session (id, title, description, project, task, aspect, tags, mode, status, stage, metadata, created_at, updated_at, owner)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'active', 0, ?, ?, ?, ?)`,
  );
  const update = db.prepare(
    `UPDATE session SET status = ?, stage = ?, project = ?, task = ?, aspect = ?, window_start = ?, updated_at = ? WHERE id = ?`,
  );
  const updateEdited = lazily(() =>
    db.prepare("UPDATE session SET title = ?, tags = ?, archived_at = ? WHERE id = ?"),
  );
  const matches = lazily(() => createSessionMatches(db));
  const upToDate = lazily(() => upToDateSessions(db));
  const find = (id: string): SessionRecord | undefined => {
    const row = select.get(id);
    return row && sessionOf(row);
  };
  const deleted = db.prepare("SELECT 1 FROM tombstone WHERE name = ?");
  const isDeleted = (id: string): boolean => deleted.get(tombstoneName(id)) !== undefined;
  const exists = (id: string): boolean => known.get(id) !== undefined || isDeleted(id);

  function freeId(session: NewSession, now: number): string {
    if (session.id !== undefined && isSafeId(session.id) && isDeleted(session.id))
      throw new Failure("SESSION_DELETED", { sessionId: session.id });
    if (session.id !== undefined && isSafeId(session.id) && !exists(session.id)) return session.id;
    const base = session.id !== undefined && isSafeId(session.id) ? session.id : slugFor(session.title, now);
    return numbered(
      base,
      freeNumber((attempt) => exists(numbered(base, attempt))),
    );
  }

  const table = {
    find,
    /** Creates a session, or returns the one that the same key created before. */
    createRunOnce(session: NewSession, idempotency: Draft["idempotency"]): SessionRecord {
      if (!idempotency) return table.create(session);
      // Sessions and thoughts have their own scopes, so that one key can serve a call of each kind.
      const scope = `${idempotency.scope}#session`;
      const opened = findKept(selectAnswer, scope, idempotency.key)?.body as string | undefined;
      // In a ledger copied from PostgreSQL it is JSON; no id begins with a quote.
      if (opened !== undefined) return find(opened.startsWith('"') ? JSON.parse(opened) : opened)!;
      const created = table.create(session);
      keepAnswer.run(scope, idempotency.key, created.id);
      return created;
    },
    create(session: NewSession): SessionRecord {
      const now = clock.now();
      const id = freeId(session, now);
      insert.run(
        id,
        session.title,
        session.description ?? null,
        session.project ?? DEFAULT_PROJECT,
        session.task ?? null,
        session.aspect ?? null,
        JSON.stringify([...new Set(session.tags ?? [])]),
        session.mode,
        JSON.stringify(session.metadata ?? {}),
        now,
        now,
        session.owner ?? null,
      );
      if (session.client !== undefined) clients.keep(id, "session", session.client, session.mode === "chain");
      feed.noteSession(id);
      return find(id)!;
    },
    change(id: string, changes: SessionChanges): SessionRecord {
      const session = find(id);
      if (!session) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
      update.run(
        changes.status ?? session.status,
        // A stage never goes backwards.
        Math.max(changes.stage ?? 0, session.stage),
        changes.project ?? session.project,
        changes.task ?? session.task ?? null,
        changes.aspect ?? session.aspect ?? null,
        changes.clearWindow ? session.thoughtCount : session.windowStart,
        clock.now(),
        id,
      );
      feed.noteSession(id);
      return find(id)!;
    },
    edit(id: string, edit: SessionEdit): SessionRecord {
      const session = find(id);
      if (!session) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
      const { title, tags, archived, actions } = applyEdit(session, edit);
      if (actions.length === 0) return session;
      const now = clock.now();
      const since = archived ? (session.archivedAt ? Date.parse(session.archivedAt) : now) : null;
      updateEdited().run(title, JSON.stringify(tags), since, id);
      feed.noteSession(id, undefined, { actions, by: edit.by, at: now });
      return find(id)!;
    },
    /** Lists sessions. With `isBehind`, counts and last activity are computed from the thoughts. */
    list(filter: SessionFilter, isBehind: boolean): ListedSession[] {
      const { text = "" } = filter;
      const found = text === "" ? new Map<string, number>() : matches().find(filter);
      const { condition, values } = sessionCondition(filter, found.keys());
      const rows = db
        .prepare(
          `${isBehind ? upToDate() : ""} SELECT * FROM session ${condition} ORDER BY updated_at DESC, id LIMIT ?`,
        )
        .all(...values, Math.max(0, Math.min(filter.limit ?? 100, 1000)));
      return rows.map((row) => {
        const { windowStart: _, ...session } = sessionOf(row);
        const position = found.get(session.id);
        const match = position === undefined ? undefined : matches().read(text, position);
        return match ? { ...session, match } : session;
      });
    },
  };
  return table;
}

/** Expressions for the columns of a session that follow its thoughts, including thoughts that are not counted yet. */
const FOLLOWING: Readonly<Record<string, string>> = {
  thought_count: "ifnull(late.seq, s.thought_count)",
  updated_at: "max(ifnull(late.created_at, 0), s.updated_at)",
  branch_count:
    "ifnull((SELECT max(ordinal) FROM branch WHERE session_id = late.session_id), s.branch_count)",
};

/** The beginning of a query in which `session` has up-to-date counts, for a ledger that cannot be written. */
function upToDateSessions(db: DatabaseSync): string {
  const columns = db
    .prepare("SELECT name FROM pragma_table_info('session')")
    .all()
    .map(({ name }) => `${FOLLOWING[name as string] ?? `s.${name}`} AS ${name}`);
  return `WITH late AS (
      SELECT session_id, max(seq) AS seq, max(created_at) AS created_at FROM thought
      WHERE position > ifnull((SELECT max(id) FROM thought_text_docsize), 0) GROUP BY session_id),
    session AS (SELECT ${columns.join(", ")} FROM main.session s LEFT JOIN late ON late.session_id = s.id)`;
}

const sessionOf = (row: Record<string, unknown>): SessionRecord =>
  toSession(row, JSON.parse(row.tags as string));
