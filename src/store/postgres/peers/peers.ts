import { randomBytes } from "node:crypto";
import type { Peers, SessionFacts } from "../../peers.ts";
import { DATABASE_TIME, openDatabase, type Row } from "../database.ts";
import { createListener } from "../listen.ts";
import { migrate } from "../migrate.ts";
import { createPeerMessages } from "./peer-messages.ts";

/** Peers, with connections of their own. */
export interface OpenPeers extends Peers {
  close(): Promise<void>;
}

/** The pool's size. One more connection listens. */
const MAX_CONNECTIONS = 2;

/** Connects to the other servers on a database. */
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
  const listener = createListener(url);
  const self = randomBytes(8).toString("hex");
  const messages = createPeerMessages(db, listener, self, onError);
  // These statements are safe to run twice, so they are repeated if the connection breaks.
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
      await db.query(FORGET_IDLE, [idleMs]);
      await db.query(FORGET_SURPLUS, [maxSessions]);
      await messages.forgetOld();
      await db.query(FORGET_FULL_BUCKETS);
    },
    send: messages.send,
    receive: messages.receive,
    async secret() {
      await change(MAKE_SECRET, [randomBytes(32)]);
      const [row] = await db.query(READ_SECRET, []);
      return row!.value as Buffer;
    },
    async lease({ key, perMinute, atLeast, atMost, unused }) {
      const [row] = await db.query(LEASE, [key, perMinute, atLeast, atMost, unused]);
      return { granted: row!.granted as number, left: row!.tokens as number };
    },
    async close() {
      await listener.close();
      await db.close();
    },
  };
}

function toFacts(row: Row): SessionFacts {
  return {
    hello: JSON.parse(row.hello as string),
    query: row.query as string,
    version: row.version as number,
    subscriptions: row.subscriptions as readonly string[],
    restedMs: row.rested as number,
    owner: (row.owner as string | null) ?? undefined,
    level: (row.level as string | null) ?? undefined,
    listener: (row.listener as string | null) ?? undefined,
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
const FORGET_IDLE = `
  DELETE FROM clew.peer_session WHERE id IN (
    SELECT id FROM clew.peer_session WHERE last_use < ${DATABASE_TIME} - $1::bigint FOR UPDATE SKIP LOCKED)`;
const FORGET_SURPLUS = `
  DELETE FROM clew.peer_session WHERE id IN (
    SELECT id FROM clew.peer_session ORDER BY last_use DESC OFFSET $1 FOR UPDATE SKIP LOCKED)`;
/** Computes the granted and the remaining tokens of a bucket; `tokens` is SQL for its content. */
const grant = (tokens: string) =>
  `SELECT f - g AS tokens, g AS granted, t AS filled_at FROM (
     SELECT f, t, CASE WHEN f < $3::float8 THEN 0 ELSE least($4::float8, floor(f)) END AS g
     FROM (SELECT least($2::float8, ${tokens}) AS f, t FROM (SELECT ${DATABASE_TIME} AS t) AS clock) AS filled
   ) AS bucket_after`;

const LEASE = `
  INSERT INTO clew.rate_bucket AS bucket (key, tokens, granted, filled_at)
  SELECT $1, new.tokens, new.granted, new.filled_at FROM (${grant("$2::float8")}) AS new
  ON CONFLICT (key) DO UPDATE SET (tokens, granted, filled_at) =
    (${grant("bucket.tokens + $5::float8 + greatest(0, t - bucket.filled_at) * $2::float8 / 60000")})
  RETURNING tokens, granted`;

const FORGET_FULL_BUCKETS = `
  DELETE FROM clew.rate_bucket WHERE key IN (
    SELECT key FROM clew.rate_bucket WHERE filled_at < ${DATABASE_TIME} - 60000 FOR UPDATE SKIP LOCKED)`;
