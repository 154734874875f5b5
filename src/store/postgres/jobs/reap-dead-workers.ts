import { Failure } from "../../../ledger/index.ts";
import { DATABASE_TIME, type Database, type Queryable } from "../database.ts";
import { endUndone, enqueue, enqueueNext, type QueuedJob, repeatable } from "./job-table.ts";

/** A worker without a heartbeat for this long is dead. */
export const DEAD_MS = 5_000;
/** A job whose worker died this often is not given to another one. */
const MAX_ATTEMPTS = 3;
/** A queue entry may take this long to reach a worker. */
const DELIVERY_MS = 2_000;

/**
 * Removes dead workers and hands over their jobs. Does nothing if the database answered so late that the workers may
 * have been unable to send heartbeats.
 */
export async function reapDeadWorkers(db: Database, answeredLate: () => boolean): Promise<void> {
  await repeatable(db, async (tx) => {
    const dead = await tx.query(DEAD, [DEAD_MS]);
    if (answeredLate()) return;
    for (const worker of dead) await remove(tx, worker as unknown as WorkerRow);
  });
}

/** Removes one worker and hands over its jobs. */
export async function removeWorker(db: Database, worker: string): Promise<void> {
  await repeatable(db, async (tx) => {
    const [row] = await tx.query("SELECT id, pool, slot FROM clew.worker WHERE id = $1 FOR UPDATE", [worker]);
    if (row) await remove(tx, row as unknown as WorkerRow);
  });
}

interface WorkerRow {
  readonly id: string;
  readonly pool: string | null;
  readonly slot: number;
}

interface JobRow extends QueuedJob {
  readonly queue_entry: number;
  readonly attempt: number;
  readonly cancel_requested: boolean;
}

async function remove(tx: Queryable, { id, pool, slot }: WorkerRow): Promise<void> {
  await tx.query("DELETE FROM clew.kernel_owner WHERE worker_id = $1", [id]);
  await tx.query("DELETE FROM clew.worker WHERE id = $1", [id]);
  if (pool !== null) await tx.query("SELECT graphile_worker.force_unlock_workers(ARRAY[$1::text])", [pool]);
  for (const job of await tx.query(`${RUNNING} FOR UPDATE`, [id]))
    await handOver(tx, job as unknown as JobRow);
  for (const job of await tx.query(ADDRESSED, [slot])) {
    await tx.query(USE_ENTRY, [job.queue_entry]);
    await enqueue(tx, job as unknown as JobRow);
  }
}

/** Enqueues a job for another worker, unless it was cancelled or has used its attempts. */
async function handOver(tx: Queryable, job: JobRow): Promise<void> {
  const { id, ownerKey, attempt } = job;
  await tx.query(USE_ENTRY, [job.queue_entry]);
  if (job.cancel_requested) return endUndone(tx, id, ownerKey, "cancelled", new Failure("CANCELLED", {}));
  if (attempt >= MAX_ATTEMPTS)
    return endUndone(tx, id, ownerKey, "lost", new Failure("JOB_LOST", { attempts: attempt }));
  await tx.query("UPDATE clew.job SET state = 'queued', worker = NULL, taken_over = true WHERE id = $1", [
    id,
  ]);
  await enqueue(tx, job);
}

/** Hands over a job of a live worker that does not know it runs the job. */
export async function handOverForgotten(db: Database, worker: string, id: string): Promise<void> {
  await repeatable(db, async (tx) => {
    const [job] = await tx.query(`${RUNNING} AND id = $2 FOR UPDATE`, [worker, id]);
    if (job) await handOver(tx, job as unknown as JobRow);
  });
}

/**
 * Enqueues waiting jobs again that no worker can take: their owner worker is gone, or their queue entry was used or is
 * locked by a dead worker.
 */
export async function requeueStranded(db: Database): Promise<void> {
  if ((await db.query(STRANDED, [DELIVERY_MS])).length === 0) return;
  await repeatable(db, async (tx) => {
    for (const row of await tx.query(`${STRANDED} FOR UPDATE OF j SKIP LOCKED`, [DELIVERY_MS])) {
      const job = row as unknown as JobRow;
      if (job.queue_entry !== null) await tx.query(USE_ENTRY, [job.queue_entry]);
      if (job.ownerKey === null) await enqueue(tx, job);
      else {
        await tx.query("UPDATE clew.job SET queue_entry = NULL WHERE id = $1", [job.id]);
        await enqueueNext(tx, job.ownerKey);
      }
    }
  });
}

const USE_ENTRY = "SELECT graphile_worker.complete_jobs(ARRAY[$1::bigint])";
const ADDRESSED = `SELECT id, task, owner_key AS "ownerKey", queue_entry FROM clew.job
  WHERE ended_at IS NULL AND state = 'queued' AND slot = $1 FOR UPDATE`;
const DEAD = `SELECT id, pool, slot FROM clew.worker WHERE seen_at < ${DATABASE_TIME} - $1::bigint FOR UPDATE SKIP LOCKED`;
const RUNNING = `SELECT id, task, owner_key AS "ownerKey", queue_entry, attempt, cancel_requested FROM clew.job
  WHERE worker = $1 AND state = 'running'`;
const STRANDED = `SELECT j.id, j.task, j.owner_key AS "ownerKey", j.queue_entry FROM clew.job j
  LEFT JOIN graphile_worker.jobs q ON q.id = j.queue_entry
  WHERE j.ended_at IS NULL AND j.state = 'queued' AND (
    (j.queue_entry IS NULL AND NOT EXISTS (
      SELECT 1 FROM clew.job o WHERE o.owner_key = j.owner_key AND o.ended_at IS NULL AND o.number < j.number))
    OR (j.queue_entry IS NOT NULL AND j.queued_at < ${DATABASE_TIME} - $1::bigint AND (
      q.id IS NULL
      OR (q.locked_at IS NULL AND q.attempts >= q.max_attempts)
      OR (q.locked_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM clew.worker w WHERE w.pool = q.locked_by))
      OR (j.slot IS NOT NULL AND NOT EXISTS (SELECT 1 FROM clew.worker w WHERE w.slot = j.slot)))))`;
