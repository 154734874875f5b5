import { createHash, randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { Failure } from "../../ledger/index.ts";
import { isBroken, isCrowded, isRepeatable, translate } from "./failures.ts";
import { escapeNul, unescapeNul } from "./nul.ts";

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs queries: the database, a transaction or a connection. */
export interface Queryable {
  /** Runs one statement, which is prepared once per connection. */
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** Runs queries and writes. */
export interface Writable extends Queryable {
  /** Runs one statement and returns how many rows it wrote or returned. */
  write(text: string, values: readonly unknown[]): Promise<number>;
}

/** One transaction. */
export interface Transaction extends Writable {
  /** Runs a script of several statements without parameters. */
  run(script: string): Promise<void>;
}

/** A PostgreSQL database. Outside `transaction`, each statement is its own transaction. */
export interface Database extends Writable {
  /**
   * Runs the work in one transaction, and again after a serialization failure or a broken connection. If the connection
   * broke during the commit, `wasCommitted` must find out whether it succeeded; without it, the call fails.
   */
  transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    wasCommitted?: (db: Queryable) => Promise<boolean>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** One connection outside the pool. */
export interface DatabaseConnection extends Queryable {
  close(): Promise<void>;
  /** Closes it without reading data that is still in flight. */
  cut(): void;
}

/** SQL for the time of the database's clock in milliseconds, which is the same for all servers. */
export const DATABASE_TIME = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** How long an operation retries while the server restarts, or waits for locks. */
export const PATIENCE_MS = 30_000;

/** A connection pool, for libraries that use `pg` directly. */
export type Pool = pg.Pool;

/** Connects to a database. The first connection must succeed; later ones are replaced when they break. */
export async function openDatabase(url: string, maxConnections = 5): Promise<Database> {
  return databaseOn(await openPool(url, maxConnections));
}

/**
 * Opens a pool. The first connection must succeed; later ones are replaced when they break. With `durable: false`, a
 * transaction is acknowledged before it is on disk, unless it requests otherwise.
 */
export async function openPool(
  url: string,
  maxConnections: number,
  { durable = true, signal }: { readonly durable?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<Pool> {
  const onConnect = durable ? prepare : prepareNonDurable;
  const pool = new pg.Pool({
    ...settingsOf(url),
    // A command that failed exits without waiting for idle connections.
    allowExitOnIdle: true,
    max: maxConnections,
    onConnect,
  });
  // An idle connection that breaks is replaced at its next use.
  pool.on("error", () => {});
  // A busy one rejects its queries.
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    (await connect(pool, (error) => isCrowded(error) && !signal?.aborted)).release();
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}

/** The database behind a pool. */
export function databaseOn(pool: Pool): Database {
  let closing: Promise<void> | undefined;
  return {
    query: async (text, values) => (await sendOnce(pool, text, values)).rows,
    write: async (text, values) => (await sendOnce(pool, text, values)).rowCount ?? 0,
    transaction: (work, wasCommitted) => transact(pool, work, wasCommitted),
    close: () => (closing ??= pool.end()),
  };
}

/**
 * Opens one connection outside the pool, which receives notifications until it breaks. With `isPatient`, queries have no
 * timeout.
 */
export async function openConnection(
  url: string,
  onMessage: (channel: string, payload: string) => void,
  onBreak: () => void,
  { isPatient = false }: { readonly isPatient?: boolean } = {},
): Promise<DatabaseConnection> {
  const client = newClient(url, isPatient);
  client.on("notification", ({ channel, payload = "" }) => onMessage(channel, payload));
  client.on("error", () => {});
  try {
    await client.connect();
    await prepare(client);
  } catch (error) {
    await client.end().catch(() => {});
    throw translate(error);
  }
  client.on("end", onBreak);
  const cut = () => void client.connection.stream.destroy();
  return { ...rowsOf(client), close: () => client.end(), cut };
}

/** The constructor parses the URL and reads the files that it names. */
function newClient(url: string, isPatient: boolean): pg.Client {
  try {
    return new pg.Client({ ...settingsOf(url), ...(isPatient && { query_timeout: 0 }) });
  } catch (error) {
    throw translate(error);
  }
}

function settingsOf(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: "clew",
    connectionTimeoutMillis: 10_000,
    // Detects a server that disappeared.
    query_timeout: 2 * PATIENCE_MS,
    keepAlive: true,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  };
}

/**
 * Overrides the role's defaults: acknowledged writes are on disk, and waiting for locks ends. Names resolve in
 * PostgreSQL's own schema only, so that a function that another role created in `public` is never called.
 */
async function prepare(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') <> 'remote_apply';
     SET search_path = pg_catalog, pg_temp;
     SET default_transaction_isolation = 'read committed';
     SET lock_timeout = ${PATIENCE_MS};
     SET idle_in_transaction_session_timeout = ${PATIENCE_MS / 2}`,
  );
}

async function prepareNonDurable(client: pg.ClientBase): Promise<void> {
  await prepare(client);
  await client.query("SET synchronous_commit = off");
}

const INT8 = 20;
const TEXT = [25, 1043];
const TEXT_ARRAY = 1009;
const arrayOfTexts = pg.types.getTypeParser(TEXT_ARRAY as never) as (text: string) => (string | null)[];

/** Our bigint values are below 2^53. */
function parserOf(type: number, format?: "text" | "binary"): unknown {
  if (type === INT8) return Number;
  if (TEXT.includes(type)) return unescapeNul;
  if (type === TEXT_ARRAY)
    return (text: string) => arrayOfTexts(text).map((item) => (item === null ? null : unescapeNul(item)));
  return pg.types.getTypeParser(type, format as "text");
}

function escapeValue(value: unknown): unknown {
  if (typeof value === "string") return escapeNul(value);
  return Array.isArray(value) ? value.map(escapeValue) : value;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
    names.set(text, name);
  }
  return name;
}

function send(client: pg.ClientBase, text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
  return client.query({ name: nameOf(text), text, values: values.map(escapeValue) });
}

function rowsOf(client: pg.ClientBase): Writable {
  return {
    query: async (text, values) => (await send(client, text, values)).rows,
    write: async (text, values) => (await send(client, text, values)).rowCount ?? 0,
  };
}

const unreachable = new WeakSet<object>();

/** Whether no connection could be made within `PATIENCE_MS`: nothing was sent, and a retry would wait again. */
export function wasNotReached(error: unknown): boolean {
  return typeof error === "object" && error !== null && unreachable.has(error);
}

/** Takes a connection from the pool, waiting for a server that restarts. */
async function connect(
  pool: pg.Pool,
  mayRetry: (error: unknown) => boolean = (error) => isCrowded(error) || isBroken(error),
): Promise<pg.PoolClient> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(10 + Math.random() * 90)) {
    try {
      return await pool.connect();
    } catch (error) {
      if (mayRetry(error) && Date.now() <= deadline && !pool.ending) continue;
      const failure: object = pool.ending
        ? new Failure("STORE_UNREADABLE", { reason: "this process is stopping" })
        : (translate(error) as object);
      unreachable.add(failure);
      throw failure;
    }
  }
}

/** Only reads may be repeated when the connection broke and the outcome is unknown. */
const isRead = (text: string): boolean => /^\s*SELECT\b/i.test(text);

async function sendOnce(pool: pg.Pool, text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const client = await connect(pool);
    try {
      const result = await send(client, text, values);
      client.release();
      return result;
    } catch (error) {
      const broken = isBroken(error);
      client.release(broken);
      if (!(broken && isRead(text)) || Date.now() > deadline) throw translate(error);
    }
  }
}

async function transact<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  wasCommitted?: (db: Queryable) => Promise<boolean>,
): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(Math.random() * 20)) {
    const client = await connect(pool);
    // The server holds this lock until the transaction has ended there, even if the connection broke.
    const lock = randomInt(2 ** 47);
    let done: { readonly value: T } | undefined;
    try {
      await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${lock})`);
      done = {
        value: await work({ ...rowsOf(client), run: async (script) => void (await client.query(script)) }),
      };
      const { command } = await client.query("COMMIT");
      if (command !== "COMMIT")
        throw new Error("A transaction continued after one of its statements failed.");
      client.release();
      return done.value;
    } catch (error) {
      const broken = isBroken(error) || !(await rollBack(client));
      client.release(broken);
      if (done && broken) {
        if (!wasCommitted) throw translate(error);
        await sendOnce(pool, `SELECT pg_advisory_xact_lock(${lock})`);
        if (await wasCommitted({ query: async (text, values) => (await sendOnce(pool, text, values)).rows }))
          return done.value;
      }
      if (!(isBroken(error) || isRepeatable(error)) || Date.now() > deadline) throw translate(error);
    }
  }
}

async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

/** Parses the JSON of a column; undefined if it is not JSON. */
export function readJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return undefined;
  }
}
