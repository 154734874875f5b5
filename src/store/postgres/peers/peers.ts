import { randomBytes } from "node:crypto";
import type { Peers, SessionFacts } from "../../peers.ts";
import { type Database, openDatabase, type Row } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";
import { createListening, type Listening } from "../listen.ts";
import { migrate } from "../migrate.ts";
import { createLetters } from "./peer-letters.ts";
import { forgetFullBuckets, leaseTokens } from "./rate-bucket.ts";

/** Peers with the connections that they use. */
export interface OpenPeers extends Peers {
  close(): Promise<void>;
}

/** So many connections at most, and one more that listens. */
const MAX_CONNECTIONS = 2;

/** Joins the servers that use a database, with connections of its own. */
export async function openPostgresPeers(
  url: string,
  onError: (error: unknown) => void = () => {},
): Promise<OpenPeers> {
  const db = await openDatabase(url, MAX_CONNECTIONS);
  try {
    await migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  const listening = createListening(url);
  return {
    ...createPostgresPeers(db, listening, onError),
    async close() {
      await listening.close();
      await db.close();
    },
  };
}

/** Joins the servers that use a database. */
export function createPostgresPeers(
  db: Database,
  listening: Listening,
  onError: (error: unknown) => void = () => {},
): Peers {
  const self = randomBytes(8).toString("hex");
  const letters = createLetters(db, listening, self, onError);
  // Each of these may be done twice: what a broken connection leaves in doubt is done again.
  const change = (text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
    db.transaction(
      (tx) => tx.query(text, values),
      async () => false,
    );
  return {
    self,
    async remember(sessionId, { hello, owner = null, query }) {
      await change(REMEMBER, [sessionId, JSON.stringify(hello), owner, query]);
    },
    async recall(sessionId) {
      const [row] = await db.query(RECALL, [sessionId]);
      return row && toFacts(row);
    },
    async note(sessionId, note) {
      const [row] = await change(NOTE, [
        sessionId,
        note.kind === "level" ? note.level : null,
        note.kind === "listening" ? self : null,
        "uri" in note ? note.uri : null,
        note.kind === "subscribed",
      ]);
      return (
        row && { version: row.version as number, listener: (row.listener as string | null) ?? undefined }
      );
    },
    async use(sessionIds) {
      await db.query(USE, [sessionIds]);
    },
    async forget(sessionId) {
      await change(FORGET, [sessionId]);
    },
    async tidy({ idleMs, maxSessions }) {
      await db.query(FORGET_RESTED, [idleMs]);
      await db.query(FORGET_BEYOND, [maxSessions]);
      await letters.tidy();
      await forgetFullBuckets(db);
    },
    send: letters.send,
    receive: letters.receive,
    async secret() {
      await change(MAKE_SECRET, [randomBytes(32)]);
      const [row] = await db.query(READ_SECRET, []);
      return row!.value as Buffer;
    },
    lease: (order) => leaseTokens(db, order),
  };
}

function toFacts(row: Row): SessionFacts {
  return {
    hello: JSON.parse(row.hello as string),
    query: row.query as string,
    version: row.version as number,
    subscriptions: row.subscriptions as readonly string[],
    restedMs: row.rested as number,
    ...(row.owner !== null && { owner: row.owner as string }),
    ...(row.level !== null && { level: row.level as string }),
    ...(row.listener !== null && { listener: row.listener as string }),
  };
}

const MAKE_SECRET =
  "INSERT INTO clew.server_secret (name, value) VALUES ('request state', $1) ON CONFLICT (name) DO NOTHING";
const READ_SECRET = "SELECT value FROM clew.server_secret WHERE name = 'request state'";
const REMEMBER = `
  INSERT INTO clew.peer_session (id, hello, owner, query, last_use) VALUES ($1, $2, $3, $4, ${DATABASE_TIME})
  ON CONFLICT (id) DO NOTHING`;
const RECALL = `
  SELECT hello, owner, query, version, level, subscriptions, listener, greatest(0, ${DATABASE_TIME} - last_use) AS rested
  FROM clew.peer_session WHERE id = $1`;
const NOTE = `
  UPDATE clew.peer_session SET
    version = version + 1,
    last_use = ${DATABASE_TIME},
    level = coalesce($2, level),
    listener = coalesce($3, listener),
    subscriptions = CASE WHEN $4::text IS NULL THEN subscriptions
      ELSE array_remove(subscriptions, $4) || CASE WHEN $5::boolean THEN ARRAY[$4] ELSE '{}' END END
  WHERE id = $1 RETURNING version, listener`;
const USE = `
  UPDATE clew.peer_session SET last_use = ${DATABASE_TIME} WHERE id IN (
    SELECT id FROM clew.peer_session WHERE id = ANY($1::text[]) FOR UPDATE SKIP LOCKED)`;
const FORGET = "DELETE FROM clew.peer_session WHERE id = $1";
const FORGET_RESTED = `
  DELETE FROM clew.peer_session WHERE id IN (
    SELECT id FROM clew.peer_session WHERE last_use < ${DATABASE_TIME} - $1::bigint FOR UPDATE SKIP LOCKED)`;
const FORGET_BEYOND = `
  DELETE FROM clew.peer_session WHERE id IN (
    SELECT id FROM clew.peer_session ORDER BY last_use DESC OFFSET $1 FOR UPDATE SKIP LOCKED)`;
