import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { DATABASE_TIME, type Database, type Queryable, type Row } from "../database.ts";
import { DURABLY, enqueue, type QueuedJob, repeatable } from "./job-table.ts";

/** A worker's row. */
export interface Registration {
  readonly id: string;
  readonly slot: number;
}

/** Registers a worker, with the smallest free slot. */
export async function registerWorker(db: Database, kinds: readonly string[]): Promise<Registration> {
  const id = randomUUID();
  return repeatable(db, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [SLOT_LOCK]);
    await tx.query(REGISTER, [id, `${hostname()}:${process.pid}`, kinds]);
    const [row] = await tx.query("SELECT slot FROM clew.worker WHERE id = $1", [id]);
    return { id, slot: row!.slot as number };
  });
}

/** Stores the worker's id in the queue, and unlocks what it held under its previous id. */
export async function setQueueName(db: Database, worker: string, pool: string): Promise<void> {
  await repeatable(db, async (tx) => {
    await tx.query(UNLOCK_PREVIOUS, [worker]);
    await tx.query("UPDATE clew.worker SET pool = $2 WHERE id = $1", [worker, pool]);
  });
}

/** The jobs and keys of a worker, according to the database. */
export interface Holdings {
  readonly jobs: ReadonlyMap<string, { readonly cancelRequested: boolean }>;
  /** Owned owner keys, with their terms. */
  readonly owned: ReadonlyMap<string, number>;
}

/** Records that a worker is alive, and returns its holdings; undefined if others have declared it dead. */
export async function heartbeat(db: Database, worker: string): Promise<Holdings | undefined> {
  return repeatable(db, async (tx) => {
    const [alive] = await tx.query(HEARTBEAT, [worker]);
    if (!alive) return undefined;
    const jobs = await tx.query(RUNNING, [worker]);
    const owned = await tx.query("SELECT notebook_id, term FROM clew.kernel_owner WHERE worker_id = $1", [
      worker,
    ]);
    return {
      jobs: new Map(
        jobs.map((row) => [row.id as string, { cancelRequested: row.cancel_requested as boolean }]),
      ),
      owned: new Map(owned.map((row) => [row.notebook_id as string, row.term as number])),
    };
  });
}

/** A job that this worker runs now. */
export interface TakenJob extends QueuedJob {
  /** JSON. */
  readonly payload: string;
  readonly attempt: number;
  readonly takenOver: boolean;
  readonly startedAt: number;
  /** The term of this worker's ownership of the job's key. */
  readonly term: number | undefined;
}

/**
 * Takes a job, and the ownership of its key if no worker has it. Returns undefined if the job has another worker or
 * another queue entry by now, or has ended. A job that belongs to another owner worker is sent there.
 */
export async function takeJob(
  db: Database,
  worker: string,
  job: string,
  entry: number,
): Promise<TakenJob | undefined> {
  return db.transaction(
    async (tx) => {
      const [row] = await tx.query(TAKE, [job, entry, worker]);
      if (!row) return undefined;
      if (row.attempt !== null) return toTakenJob(row);
      await enqueue(tx, row as unknown as QueuedJob);
      return undefined;
    },
    async (rows) => (await rows.query(IS_TAKEN, [job, entry, worker])).length > 0,
  );
}

/** Makes a live worker the owner of a key that has none. Returns the term if this worker owns the key. */
export async function claimKey(tx: Queryable, worker: string, ownerKey: string): Promise<number | undefined> {
  const [row] = await tx.query(CLAIM, [ownerKey, worker]);
  return row?.worker_id === worker ? (row.term as number) : undefined;
}

function toTakenJob(row: Row): TakenJob {
  return {
    id: row.id as string,
    task: row.task as string,
    payload: row.payload as string,
    ownerKey: row.ownerKey as string | null,
    attempt: row.attempt as number,
    takenOver: row.taken_over as boolean,
    startedAt: row.started_at as number,
    term: (row.term as number | null) ?? undefined,
  };
}

const SLOT_LOCK = 0x736c6f74;
const REGISTER = `INSERT INTO clew.worker (id, name, slot, kinds, seen_at, started_at)
  SELECT $1, $2, min(free), $3, ${DATABASE_TIME}, ${DATABASE_TIME}
  FROM generate_series(1, (SELECT count(*) + 1 FROM clew.worker)) AS free
  WHERE NOT EXISTS (SELECT 1 FROM clew.worker WHERE slot = free)
  ON CONFLICT (id) DO NOTHING`;
const UNLOCK_PREVIOUS = `SELECT graphile_worker.force_unlock_workers(ARRAY[pool]) FROM clew.worker
  WHERE id = $1 AND pool IS NOT NULL`;
const HEARTBEAT = `UPDATE clew.worker SET seen_at = ${DATABASE_TIME} WHERE id = $1 RETURNING 1 AS alive`;
const RUNNING = "SELECT id, cancel_requested FROM clew.job WHERE worker = $1 AND state = 'running'";
// The row lock makes a process that declares this worker dead wait for the end of the transaction.
const ALIVE = "SELECT id FROM clew.worker WHERE id =";
const OWN = "ON CONFLICT (notebook_id) DO UPDATE SET since = o.since RETURNING worker_id, term";
const CLAIM = `WITH alive AS (${ALIVE} $2 FOR SHARE)
  INSERT INTO clew.kernel_owner AS o (notebook_id, worker_id, since)
  SELECT $1, id, ${DATABASE_TIME} FROM alive ${OWN}`;
const TAKE = `
  WITH alive AS (${ALIVE} $3 FOR SHARE), job AS (
    SELECT id, task, payload, owner_key, taken_over FROM clew.job
    WHERE id = $1 AND queue_entry = $2 AND state = 'queued' FOR UPDATE
  ), owner AS (
    INSERT INTO clew.kernel_owner AS o (notebook_id, worker_id, since)
    SELECT job.owner_key, alive.id, ${DATABASE_TIME} FROM job, alive WHERE job.owner_key IS NOT NULL ${OWN}
  ), taken AS (
    UPDATE clew.job AS j SET state = 'running', worker = alive.id, attempt = j.attempt + 1,
      started_at = coalesce(j.started_at, ${DATABASE_TIME})
    FROM alive, job LEFT JOIN owner ON true
    WHERE j.id = job.id AND (job.owner_key IS NULL OR owner.worker_id = alive.id)
    RETURNING j.attempt, j.started_at, owner.term
  )
  SELECT job.id, job.task, job.payload, job.owner_key AS "ownerKey", job.taken_over, taken.attempt, taken.started_at, taken.term, ${DURABLY}
  FROM job LEFT JOIN taken ON true`;
const IS_TAKEN = `SELECT 1 AS taken FROM clew.job
  WHERE id = $1 AND queue_entry = $2 AND worker = $3 AND state = 'running'`;
