import type { Clock } from "../clock.ts";
import { THOUGHT_COLUMNS, toThought } from "../ledger-rows.ts";
import { pageSize } from "../page-size.ts";
import type { Store } from "../port.ts";
import { databaseClock } from "./clock.ts";
import { type Database, openDatabase } from "./database.ts";
import { inspect } from "./inspect.ts";
import { createAppend } from "./ledger/append.ts";
import { newestClientPlaces } from "./ledger/client-places.ts";
import { createConversations } from "./ledger/conversation-table.ts";
import { changesAfter, feedState } from "./ledger/feed.ts";
import { findHandle, moveHandle } from "./ledger/handle-table.ts";
import { findAppendResult } from "./ledger/idempotency.ts";
import { createInvocations } from "./ledger/invocations.ts";
import { listSessions } from "./ledger/list-sessions.ts";
import { MARK_COLUMNS, toMark } from "./ledger/rows.ts";
import { saveCritique } from "./ledger/save-critique.ts";
import { sessionEnds } from "./ledger/session-ends.ts";
import { changeSession, createSession, findSession } from "./ledger/session-table.ts";
import { createSessionWriter } from "./ledger/session-write.ts";
import { createWatch } from "./ledger/watch.ts";
import { createListener } from "./listen.ts";
import { migrate } from "./migrate.ts";
import { createNotebookStore } from "./notebooks/notebook-store.ts";
import { once } from "./notebooks/once.ts";
import { checkRights } from "./rights.ts";
import { createSearch } from "./search/search.ts";
import { createTidying } from "./tidying.ts";

/** How a server uses the database. */
export interface PostgresOptions {
  /** At most so many connections, and one more that listens. */
  readonly maxConnections?: number;
}

/** The most marks that one call answers. */
const LONGEST_OUTLINE = 20_000;

/** Opens the ledger in a PostgreSQL database, in its schema `clew`, making the schema when it is missing. */
export async function openPostgresStore(
  url: string,
  { maxConnections }: PostgresOptions = {},
  clock?: Clock,
): Promise<Store> {
  const db = await openDatabase(url, maxConnections);
  try {
    await checkRights(db);
    await migrate(db);
    return storeOn(db, url, clock ?? (await databaseClock(db)));
  } catch (error) {
    await db.close();
    throw error;
  }
}

function storeOn(pool: Database, url: string, clock: Clock): Store {
  const listening = createListener(url);
  const watch = createWatch(pool, listening);
  const db: Database = {
    ...pool,
    transaction: async (work, wasDone) => {
      const done = await pool.transaction(work, wasDone);
      watch.wrote();
      return done;
    },
  };
  const tidying = createTidying(pool);
  const append = createAppend(db, clock, () => {
    watch.wrote();
    tidying.appended();
  });
  const writeSession = createSessionWriter(db, clock);
  const search = createSearch(db);
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await tidying.close();
    await watch.close();
    await listening.close();
    await pool.close();
  }

  return {
    append,
    appendResult: (idempotency) => findAppendResult(db, idempotency),
    saveCritique: (sessionId, seq, critique) =>
      writeSession((tx, note) => saveCritique(tx, sessionId, seq, critique, note)),
    openSession: (session, idempotency) =>
      writeSession(async (tx, note) => {
        const make = async () => (await createSession(tx, session, clock.now(), note)).id;
        return (await findSession(tx, await once(tx, "session", idempotency, make)))!;
      }),
    changeSession: (id, changes) =>
      writeSession((tx, note) => changeSession(tx, id, changes, clock.now(), note)),
    session: (id) => findSession(db, id),
    handle: (handle) => findHandle(db, handle),
    moveHandle: (handle, changes) =>
      db.transaction(
        (tx) => moveHandle(tx, handle, changes),
        async () => false,
      ),
    clientPlaces: (client, kind, limit) => newestClientPlaces(db, client, kind, limit),
    sessions: (filter) => listSessions(db, filter),
    sessionEnds: (ids) => sessionEnds(db, ids),
    thoughts: async (sessionId, { after = 0, limit = 1000 }) =>
      (await db.query(THOUGHTS, [sessionId, after, pageSize(limit)])).map(toThought),
    outline: async (sessionId, { after = 0, limit = LONGEST_OUTLINE }) =>
      (await db.query(OUTLINE, [sessionId, after, Math.max(0, Math.min(limit, LONGEST_OUTLINE))])).map(
        toMark,
      ),
    search: (query) => search(query),
    ...createNotebookStore(db, clock),
    // Invocations are no part of the feed.
    ...createInvocations(pool),
    ...createConversations(db, clock),
    changes: (after, limit) => changesAfter(db, after, limit),
    position: async () => (await feedState(db)).position,
    onWrite: watch.listen,
    inspect: () => inspect(db, url),
    close: () => (closing ??= close()),
  };
}

const fromThoughts = (columns: string) =>
  `SELECT ${columns} FROM clew.thought t WHERE t.session_id = $1 AND t.seq > $2 ORDER BY t.seq LIMIT $3`;
const THOUGHTS = fromThoughts(THOUGHT_COLUMNS);
const OUTLINE = fromThoughts(MARK_COLUMNS);
