import { Failure } from "../../ledger/index.ts";
import { appendUnlessDeleted } from "../append-unless-deleted.ts";
import type { Clock } from "../clock.ts";
import { THOUGHT_COLUMNS, toThought } from "../ledger-rows.ts";
import { pageSize } from "../page-size.ts";
import type { Store, StoreFacts } from "../port.ts";
import { databaseClock } from "./clock.ts";
import { type Database, openDatabase, type Queryable } from "./database.ts";
import { createAppend } from "./ledger/append.ts";
import { citingThoughts } from "./ledger/citing-thoughts.ts";
import { createConversations } from "./ledger/conversations.ts";
import { createErase } from "./ledger/erase.ts";
import { readExtent } from "./ledger/extent.ts";
import { readFactReading, readFacts, saveExtracted } from "./ledger/facts.ts";
import { changesAfter, createFeedWatch, feedState } from "./ledger/feed.ts";
import { findHandle, moveHandle, newestClientOpenings } from "./ledger/handles.ts";
import { findAppendResult, once, takeOnce } from "./ledger/idempotency.ts";
import { assignProject, folderProject, importThoughts } from "./ledger/import-thoughts.ts";
import { createInvocations } from "./ledger/invocations.ts";
import { listSessions } from "./ledger/list-sessions.ts";
import { createNotes } from "./ledger/notes.ts";
import { readOutline, sessionEnds } from "./ledger/outline.ts";
import {
  changeSession,
  createSession,
  createSessionWriter,
  editSession,
  findSession,
  saveCritique,
} from "./ledger/sessions.ts";
import { createListener } from "./listen.ts";
import { migrate, SCHEMA_VERSION } from "./migrate.ts";
import { createNotebookStore } from "./notebooks/notebook-store.ts";
import { createIndexFlush } from "./search/flush-index.ts";
import { createSearch } from "./search/search.ts";

/** Options of the PostgreSQL store. */
export interface PostgresOptions {
  /** The size of the connection pool. One more connection listens. */
  readonly maxConnections?: number;
}

/** Opens the ledger in the schema `clew` of a PostgreSQL database, and creates the schema if it is missing. */
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
  const listener = createListener(url);
  const watch = createFeedWatch(pool, listener);
  const db: Database = {
    ...pool,
    transaction: async (work, wasCommitted) => {
      const result = await pool.transaction(work, wasCommitted);
      watch.wrote();
      return result;
    },
  };
  const indexFlush = createIndexFlush(pool);
  const append = createAppend(db, clock, () => {
    watch.wrote();
    indexFlush.appended();
  });
  const writeSession = createSessionWriter(db, clock);
  const erase = createErase(db, writeSession, clock);
  const search = createSearch(db);
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await indexFlush.close();
    await watch.close();
    await listener.close();
    await pool.close();
  }

  return {
    append: (draft) => appendUnlessDeleted({ append, isDeleted: erase.isDeleted }, draft),
    importThoughts: async (session, thoughts) => {
      const done = await writeSession((tx, note) => importThoughts(tx, session, thoughts, clock, note));
      indexFlush.appended();
      return done;
    },
    assignProject: (folder, name, owner) => assignProject(db, folder, name, owner),
    folderProject: (folder, name, owner) => folderProject(db, folder, name, owner),
    takeOnce: (name) => takeOnce(db, name),
    appendResult: (idempotency) => findAppendResult(db, idempotency),
    saveCritique: (sessionId, seq, critique, facts = []) =>
      writeSession((tx, note) => saveCritique(tx, sessionId, seq, critique, facts, note)),
    openSession: (session, idempotency) =>
      writeSession(async (tx, note) => {
        const make = async () => (await createSession(tx, session, clock.now(), note)).id;
        return (await findSession(tx, await once(tx, "session", idempotency, make)))!;
      }),
    changeSession: (id, changes) =>
      writeSession((tx, note) => changeSession(tx, id, changes, clock.now(), note)),
    editSession: (id, edit) => writeSession((tx, note) => editSession(tx, id, edit, clock.now(), note)),
    session: (id) => findSession(db, id),
    handle: (handle) => findHandle(db, handle),
    moveHandle: (handle, changes) =>
      db.transaction(
        (tx) => moveHandle(tx, handle, changes),
        async () => false,
      ),
    clientOpenings: (client, kind, limit) => newestClientOpenings(db, client, kind, limit),
    sessions: (filter) => listSessions(db, filter),
    sessionEnds: (ids) => sessionEnds(db, ids),
    thoughts: async (sessionId, { after = 0, limit = 1000 }) =>
      (await db.query(THOUGHTS, [sessionId, after, pageSize(limit)])).map(toThought),
    facts: (sessionId, range) => readFacts(db, sessionId, range),
    factReading: (sessionId) => readFactReading(db, sessionId),
    saveExtracted: (sessionId, range, found) =>
      writeSession((tx, note) => saveExtracted(tx, sessionId, range, found, note)),
    outline: (sessionId, page) => readOutline(db, sessionId, page),
    extent: (sessionId, until) => readExtent(db, sessionId, until),
    search: (query) => search(query),
    citingThoughts: (filter) => citingThoughts(db, filter),
    ...createNotes(db, clock, writeSession),
    ...erase,
    ...createNotebookStore(db, clock),
    // Not part of the feed.
    ...createInvocations(pool),
    ...createConversations(db, clock),
    changes: (after, limit) => changesAfter(db, after, limit),
    position: async () => (await feedState(db)).position,
    feedState: () => feedState(db),
    onWrite: watch.listen,
    inspect: () => inspect(db, url),
    close: () => (closing ??= close()),
  };
}

const THOUGHTS = `SELECT ${THOUGHT_COLUMNS} FROM clew.thought t
  WHERE t.session_id = $1 AND t.seq > $2 ORDER BY t.seq LIMIT $3`;

/** The schemas of Clew and of its job queue. */
const SCHEMAS = ["clew", "graphile_worker"];

/** Fails if the role lacks rights that Clew needs, with the statements that grant them. */
async function checkRights(db: Queryable): Promise<void> {
  const [row] = await db.query(RIGHTS, [SCHEMAS]);
  const { role, plain_role: plainRole, database, may_create: mayCreate, missing, closed } = row!;
  const statements: string[] = [];
  if ((missing as readonly string[]).length > 0 && !mayCreate)
    statements.push(`GRANT CREATE ON DATABASE ${database} TO ${role}`);
  for (const schema of closed as readonly string[])
    statements.push(
      `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      `GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    );
  if (statements.length === 0) return;
  throw new Failure("STORE_READ_ONLY", {
    problem: `the role ${plainRole} has too few rights. As an administrator of the database, run: ${statements.join("; ")};`,
  });
}

const RIGHTS = `
  WITH ours AS (SELECT n.oid, n.nspname FROM pg_namespace n WHERE n.nspname = ANY($1::text[]))
  SELECT quote_ident(current_user) AS role, current_user::text AS plain_role,
    quote_ident(current_database()) AS database,
    has_database_privilege(current_database(), 'CREATE') AS may_create,
    ARRAY(SELECT name FROM unnest($1::text[]) AS name WHERE name NOT IN (SELECT nspname FROM ours)) AS missing,
    ARRAY(
      SELECT quote_ident(nspname) FROM ours WHERE NOT has_schema_privilege(ours.oid, 'USAGE') OR EXISTS (
        SELECT 1 FROM pg_class c WHERE c.relnamespace = ours.oid AND CASE
          WHEN c.relkind IN ('r', 'p') THEN NOT (has_table_privilege(c.oid, 'SELECT')
            AND has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE')
            AND has_table_privilege(c.oid, 'DELETE'))
          WHEN c.relkind = 'S' THEN NOT has_sequence_privilege(c.oid, 'USAGE')
          ELSE false END)
      ORDER BY 1
    ) AS closed`;

async function inspect(db: Queryable, url: string): Promise<StoreFacts> {
  const [row] = await db.query(FACTS);
  return {
    kind: "postgres",
    location: locationOf(url, row!.name as string),
    schemaVersion: SCHEMA_VERSION,
    sessions: row!.sessions as number,
    thoughts: row!.thoughts as number,
    invocations: row!.invocations as number,
    bytes: row!.bytes as number,
    problems: [],
  };
}

const FACTS = `SELECT current_database()::text AS name, (SELECT count(*) FROM clew.session) AS sessions,
    (SELECT count(*) FROM clew.thought) AS thoughts, (SELECT count(*) FROM clew.invocation) AS invocations,
    (SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class
      WHERE relnamespace = 'clew'::regnamespace AND relkind = 'r') AS bytes`;

/** Host and database, without the user, the password and the parameters of the URL. */
function locationOf(url: string, database: string): string {
  const address = url.split("?", 1)[0]!;
  const host = address
    .slice(address.lastIndexOf("@") + 1)
    .split("/")
    .at(-2);
  return host ? `${host}/${database}` : database;
}
