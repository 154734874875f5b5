import { Failure } from "../../../ledger/index.ts";
import type { Database, Rows } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";
import { endUndone, repeatable } from "./ask.ts";
import { enter, enterNext } from "./enter.ts";

/** A worker that was silent for so long is dead. */
export const DEAD_MS = 5_000;
/** A job that has seen so many workers die is not given to another. */
const MOST_ATTEMPTS = 3;
/** An entry of the queue may be on its way to a worker for so long. */
const ON_ITS_WAY_MS = 2_000;
/** Jobs that have ended are kept so long for whoever has not read the answer yet. */
const KEEP_MS = 5 * 60_000;

/**
 * Takes workers out that were silent for too long, and hands over what they had; nobody when the database answered so
 * late that they may not have been able to speak.
 */
export async function buryDead(db: Database, answeredLate: () => boolean): Promise<void> {
  await repeatable(db, async (tx) => {
    const dead = await tx.query(DEAD, [DEAD_MS]);
    if (answeredLate()) return;
    for (const worker of dead) await buryIn(tx, worker as unknown as Dead);
  });
}

/** Takes one worker out, and hands over what it had. */
export async function bury(db: Database, worker: string): Promise<void> {
  await repeatable(db, async (tx) => {
    const [row] = await tx.query("SELECT id, pool, slot FROM clew.worker WHERE id = $1 FOR UPDATE", [worker]);
    if (row) await buryIn(tx, row as unknown as Dead);
  });
}

interface Dead {
  readonly id: string;
  readonly pool: string | null;
  readonly slot: number;
}

async function buryIn(tx: Rows, { id, pool, slot }: Dead): Promise<void> {
  await tx.query("DELETE FROM clew.kernel_home WHERE worker_id = $1", [id]);
  await tx.query("DELETE FROM clew.worker WHERE id = $1", [id]);
  if (pool !== null) await tx.query("SELECT graphile_worker.force_unlock_workers(ARRAY[$1::text])", [pool]);
  for (const job of await tx.query(`${HELD} FOR UPDATE`, [id])) await release(tx, job as unknown as Held);
  for (const job of await tx.query(ADDRESSED, [slot])) {
    await tx.query(USE_UP, [job.entry]);
    await enter(tx, job as unknown as Held);
  }
}

interface Held {
  readonly id: string;
  readonly task: string;
  readonly home: string | null;
  readonly entry: number;
  readonly attempt: number;
  readonly cancel_asked: boolean;
}

/** Has another worker go on with a job, unless nobody wants it any more or it kills whoever takes it. */
async function release(tx: Rows, { id, task, home, entry, attempt, cancel_asked }: Held): Promise<void> {
  await tx.query(USE_UP, [entry]);
  if (cancel_asked) return endUndone(tx, id, home, "cancelled", new Failure("CANCELLED", {}));
  if (attempt >= MOST_ATTEMPTS)
    return endUndone(tx, id, home, "lost", new Failure("JOB_LOST", { attempts: attempt }));
  await tx.query("UPDATE clew.job SET state = 'queued', worker = NULL, taken_over = true WHERE id = $1", [
    id,
  ]);
  await enter(tx, { id, task, home });
}

/** Takes a job away from a worker that lives and does not know of it. */
export async function releaseForgotten(db: Database, worker: string, id: string): Promise<void> {
  await repeatable(db, async (tx) => {
    const [job] = await tx.query(`${HELD} AND id = $2 FOR UPDATE`, [worker, id]);
    if (job) await release(tx, job as unknown as Held);
  });
}

/**
 * Puts jobs into the queue again that wait and that nobody can take: they are addressed to a worker that is gone, or their
 * entry was used up or is held by somebody who is gone.
 */
export async function enterStranded(db: Database): Promise<void> {
  if ((await db.query(STRANDED, [ON_ITS_WAY_MS])).length === 0) return;
  await repeatable(db, async (tx) => {
    for (const { id, task, home, entry } of await tx.query(`${STRANDED} FOR UPDATE OF j SKIP LOCKED`, [
      ON_ITS_WAY_MS,
    ])) {
      if (entry !== null) await tx.query(USE_UP, [entry]);
      if (home === null) await enter(tx, { id, task, home } as Held);
      else {
        await tx.query("UPDATE clew.job SET entry = NULL WHERE id = $1", [id]);
        await enterNext(tx, home as string);
      }
    }
  });
}

/** Forgets jobs that have ended a while ago, with what they told. */
export async function forgetEnded(db: Database): Promise<void> {
  await repeatable(db, (tx) => tx.query(FORGET, [KEEP_MS]));
}

const USE_UP = "SELECT graphile_worker.complete_jobs(ARRAY[$1::bigint])";
const ADDRESSED = `SELECT id, task, home, entry FROM clew.job
  WHERE ended_at IS NULL AND state = 'queued' AND slot = $1 FOR UPDATE`;
const DEAD = `SELECT id, pool, slot FROM clew.worker WHERE seen_at < ${DATABASE_TIME} - $1::bigint FOR UPDATE SKIP LOCKED`;
const HELD = `SELECT id, task, home, entry, attempt, cancel_asked FROM clew.job
  WHERE worker = $1 AND state = 'running'`;
const STRANDED = `SELECT j.id, j.task, j.home, j.entry FROM clew.job j
  LEFT JOIN graphile_worker.jobs q ON q.id = j.entry
  WHERE j.ended_at IS NULL AND j.state = 'queued' AND (
    (j.entry IS NULL AND NOT EXISTS (
      SELECT 1 FROM clew.job o WHERE o.home = j.home AND o.ended_at IS NULL AND o.number < j.number))
    OR (j.entry IS NOT NULL AND j.entered_at < ${DATABASE_TIME} - $1::bigint AND (
      q.id IS NULL
      OR (q.locked_at IS NULL AND q.attempts >= q.max_attempts)
      OR (q.locked_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM clew.worker w WHERE w.pool = q.locked_by))
      OR (j.slot IS NOT NULL AND NOT EXISTS (SELECT 1 FROM clew.worker w WHERE w.slot = j.slot)))))`;
const FORGET = `WITH ended AS (
    DELETE FROM clew.job WHERE id IN (
      SELECT id FROM clew.job WHERE ended_at < ${DATABASE_TIME} - $1::bigint
      ORDER BY ended_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING id, entry
  ), told AS (
    DELETE FROM clew.job_event WHERE job_id IN (SELECT id FROM ended)
  )
  SELECT graphile_worker.complete_jobs(array_agg(entry)) FROM ended WHERE entry IS NOT NULL`;
