import { createHash, randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { isBroken, isCrowded, isRepeatable, translate } from "./failures.ts";
import { escapeNul, unescapeNul } from "./nul.ts";

/** A row as it comes from the database. */
export type Row = Readonly<Record<string, unknown>>;

/** Where statements are sent to: the database at large, or one transaction. */
export interface Rows {
  /** Sends one statement, prepared once a connection. */
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** Where statements are sent to that write. */
export interface Writing extends Rows {
  /** Sends one statement and tells how many rows it wrote, or gave. */
  write(text: string, values: readonly unknown[]): Promise<number>;
}

/** One transaction. */
export interface Transaction extends Writing {
  /** Sends statements that bind nothing, several in one text. */
  run(script: string): Promise<void>;
}

/** A PostgreSQL database. Outside a transaction each statement is one of its own. */
export interface Database extends Writing {
  /**
   * Runs a piece of work in one transaction; what failed for reasons of concurrency, or because the connection broke, is
   * done again. Where the connection broke while committing, `wasDone` tells whether it was committed; without it that is
   * a failure.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, wasDone?: (db: Rows) => Promise<boolean>): Promise<T>;
  close(): Promise<void>;
}

/** One connection beside the others, for what stays on it. */
export interface Connection extends Rows {
  close(): Promise<void>;
  /** Ends it without reading what is still on its way. */
  cut(): void;
}

/** How long an operation keeps trying while the server restarts, or others hold what it needs. */
export const PATIENCE_MS = 30_000;

/** Connections to a database, for a library that speaks to `pg` itself. */
export type Pool = pg.Pool;

/** Connects to a database; the first connection must succeed, later ones are made again when they break. */
export async function openDatabase(url: string, maxConnections = 5): Promise<Database> {
  return databaseOn(await openPool(url, maxConnections));
}

/**
 * Makes so many connections at most; the first must succeed, later ones are made again when they break. Those that are not
 * durable acknowledge a transaction before it is on disk, unless the transaction says otherwise.
 */
export async function openPool(
  url: string,
  maxConnections: number,
  { durable = true, signal }: { readonly durable?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<Pool> {
  // A command that has failed does not wait for connections that nobody uses.
  const idle = { allowExitOnIdle: true };
  const onConnect = durable ? prepare : prepareQuick;
  const pool = new pg.Pool({ ...settingsOf(url), ...idle, max: maxConnections, onConnect });
  // A connection that breaks while nobody uses it is replaced when it is needed.
  pool.on("error", () => {});
  // One that breaks while somebody uses it says so to whoever sends to it.
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    (await connected(pool, (error) => isCrowded(error) && !signal?.aborted)).release();
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}

/** A database through connections that are there already. */
export function databaseOn(pool: Pool): Database {
  let closing: Promise<void> | undefined;
  return {
    query: async (text, values) => (await sendOnce(pool, text, values)).rows,
    write: async (text, values) => (await sendOnce(pool, text, values)).rowCount ?? 0,
    transaction: (work, wasDone) => transact(pool, work, wasDone),
    close: () => (closing ??= pool.end()),
  };
}

/** Opens one connection for itself, which hears what is sent to its channels until it breaks; a patient one waits for any answer. */
export async function openConnection(
  url: string,
  onMessage: (channel: string, payload: string) => void,
  onBreak: () => void,
  { isPatient = false }: { readonly isPatient?: boolean } = {},
): Promise<Connection> {
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

/** The driver reads the address, and the files that it names, as soon as there is a client. */
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
    // A server that is gone without a word is noticed.
    query_timeout: 2 * PATIENCE_MS,
    keepAlive: true,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  };
}

/**
 * What was acknowledged is on disk, and no lock is waited for without end, whatever the role's defaults are. Names are
 * looked up in PostgreSQL's own schema only: a function that somebody else made in `public` is never called.
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

async function prepareQuick(client: pg.ClientBase): Promise<void> {
  await prepare(client);
  await client.query("SET synchronous_commit = off");
}

const INT8 = 20;
const TEXT = [25, 1043];
const TEXT_ARRAY = 1009;
const arrayOfTexts = pg.types.getTypeParser(TEXT_ARRAY as never) as (text: string) => (string | null)[];

/** Numbers of 8 bytes are below 2^53 here. */
function parserOf(type: number, format?: "text" | "binary"): unknown {
  if (type === INT8) return Number;
  if (TEXT.includes(type)) return unescapeNul;
  if (type === TEXT_ARRAY)
    return (text: string) => arrayOfTexts(text).map((one) => (one === null ? null : unescapeNul(one)));
  return pg.types.getTypeParser(type, format as "text");
}

function escaped(value: unknown): unknown {
  if (typeof value === "string") return escapeNul(value);
  return Array.isArray(value) ? value.map(escaped) : value;
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
  return client.query({ name: nameOf(text), text, values: values.map(escaped) });
}

function rowsOf(client: pg.ClientBase): Writing {
  return {
    query: async (text, values) => (await send(client, text, values)).rows,
    write: async (text, values) => (await send(client, text, values)).rowCount ?? 0,
  };
}

const unreached = new WeakSet<object>();

/** Whether the server could not be reached within the patience of the store: nothing was sent, and more waiting is vain. */
export function wasNotReached(error: unknown): boolean {
  return typeof error === "object" && error !== null && unreached.has(error);
}

/** Takes a connection, waiting for a server that may come back. */
async function connected(
  pool: pg.Pool,
  mayPass: (error: unknown) => boolean = (error) => isCrowded(error) || isBroken(error),
): Promise<pg.PoolClient> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(10 + Math.random() * 90)) {
    try {
      return await pool.connect();
    } catch (error) {
      if (mayPass(error) && Date.now() <= deadline && !pool.ending) continue;
      const failure = translate(error) as object;
      unreached.add(failure);
      throw failure;
    }
  }
}

/** Only what reads may be sent again when nobody knows whether it was done. */
const isReading = (text: string): boolean => /^\s*SELECT\b/i.test(text);

async function sendOnce(pool: pg.Pool, text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const client = await connected(pool);
    try {
      const result = await send(client, text, values);
      client.release();
      return result;
    } catch (error) {
      const broken = isBroken(error);
      client.release(broken);
      if (!(broken && isReading(text)) || Date.now() > deadline) throw translate(error);
    }
  }
}

async function transact<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  wasDone?: (db: Rows) => Promise<boolean>,
): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(Math.random() * 20)) {
    const client = await connected(pool);
    // Held until the transaction is over, on whichever side of a broken connection that is.
    const lock = randomInt(2 ** 47);
    let done: { readonly value: T } | undefined;
    try {
      await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${lock})`);
      done = {
        value: await work({ ...rowsOf(client), run: async (script) => void (await client.query(script)) }),
      };
      const { command } = await client.query("COMMIT");
      if (command !== "COMMIT") throw new Error("A transaction went on after one of its statements failed.");
      client.release();
      return done.value;
    } catch (error) {
      const broken = isBroken(error) || !(await rolledBack(client));
      client.release(broken);
      if (done && broken) {
        if (!wasDone) throw translate(error);
        await sendOnce(pool, `SELECT pg_advisory_xact_lock(${lock})`);
        if (await wasDone({ query: async (text, values) => (await sendOnce(pool, text, values)).rows }))
          return done.value;
      }
      if (!(isBroken(error) || isRepeatable(error)) || Date.now() > deadline) throw translate(error);
    }
  }
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}
