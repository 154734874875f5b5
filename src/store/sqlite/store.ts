import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { type Clock, systemClock } from "../clock.ts";
import type { Store, StoreFacts } from "../port.ts";
import { createAppend } from "./append.ts";
import { connect } from "./connect.ts";
import { translate } from "./failures.ts";
import { SCHEMA_VERSION } from "./migrate.ts";
import { THOUGHT_COLUMNS, toThought } from "./rows.ts";
import { createSearch } from "./search.ts";
import { createSessionTable } from "./session-table.ts";
import { createTextIndex } from "./text-index.ts";
import { createWatch } from "./watch.ts";
import { createWriter } from "./writer.ts";

/** Opens the ledger in a SQLite file; `:memory:` keeps it in this process only. */
export async function openSqliteStore(file: string, clock: Clock = systemClock): Promise<Store> {
  const db = await connect(file);
  const watch = createWatch(db);
  const write = createWriter(db, watch.notify);
  const sessions = createSessionTable(db, clock);
  const append = createAppend(db, sessions, clock);
  const textIndex = createTextIndex(db, write);
  const search = lazily(() => createSearch(db));
  const thoughts = db.prepare(
    `SELECT ${THOUGHT_COLUMNS} FROM thought t WHERE t.session_id = ? AND t.seq > ? ORDER BY t.seq LIMIT ?`,
  );
  const changes = db.prepare(
    "SELECT position, session_id, seq FROM change WHERE position > ? ORDER BY position LIMIT ?",
  );
  const last = db.prepare("SELECT max(position) AS position FROM change");

  return {
    append: (draft) => {
      textIndex.soon();
      return write(() => append(draft));
    },
    openSession: (session) => write(() => sessions.create(session)),
    changeSession: (id, wanted) => write(() => sessions.change(id, wanted)),
    session: (id) => read(() => sessions.find(id)),
    sessions: (filter) => read(() => sessions.list(filter)),
    thoughts: (sessionId, { after = 0, limit = 1000 }) =>
      read(() => thoughts.all(sessionId, after, Math.max(0, Math.min(limit, 1000))).map(toThought)),
    search: async (query) => {
      // A ledger that cannot be written can still be searched, as far as it is indexed.
      await textIndex.catchUp().catch(() => {});
      return read(() => search()(query));
    },
    changes: (after, limit) => read(() => changes.all(after, limit).map(toChange)),
    position: () => read(() => (last.get()?.position as number | null) ?? 0),
    onWrite: watch.listen,
    inspect: () => read(() => inspect(db, file)),
    close: async () => {
      // What was accepted is written before the file is let go.
      await write(() => undefined);
      textIndex.close();
      watch.close();
      db.close();
    },
  };
}

async function read<T>(query: () => T): Promise<T> {
  try {
    return query();
  } catch (error) {
    throw translate(error);
  }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function toChange(row: Record<string, unknown>) {
  const position = row.position as number;
  const sessionId = row.session_id as string;
  if (row.seq === null) return { position, sessionId, kind: "session" as const };
  return { position, sessionId, kind: "thought" as const, seq: row.seq as number };
}

function inspect(db: DatabaseSync, file: string): StoreFacts {
  const count = (table: string) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!.n as number;
  const check = db
    .prepare("PRAGMA quick_check(5)")
    .all()
    .map((row) => String(row.quick_check));
  return {
    kind: "sqlite",
    location: file,
    schemaVersion: SCHEMA_VERSION,
    sessions: count("session"),
    thoughts: count("thought"),
    bytes: file === ":memory:" ? 0 : statSync(file).size,
    problems: check.filter((line) => line !== "ok"),
  };
}
