import * as z from "zod";
import { kindOf } from "../../../jobs/jobs.ts";
import { failureResult } from "../../../jobs/task-result.ts";
import { Failure, timeOrderedId } from "../../../ledger/index.ts";
import { DATABASE_TIME, type Database, type Queryable, readJson } from "../database.ts";

/** Channel on which callers learn that one of their jobs has news. The payload is the job's id. */
export const CALLERS = "clew_job";
/** Channel on which workers receive commands. */
export const WORKERS = "clew_worker";

const WorkerCommand = z.union([z.object({ cancel: z.string() }), z.object({ disown: z.string() })]);

/** A command to the worker concerned: cancel a job, or give up an owner key. */
export type WorkerCommand = Readonly<z.infer<typeof WorkerCommand>>;

/** Parses a notification; undefined if it is not a command, because any login of the database can send any text. */
export function readCommand(payload: string): WorkerCommand | undefined {
  return WorkerCommand.safeParse(readJson(payload)).data;
}

async function notify(tx: Queryable, channel: string, payload: string): Promise<void> {
  await tx.query("SELECT pg_notify($1, $2)", [channel, payload]);
}

/** As a result column: the statement's transaction is on disk before it is acknowledged. */
export const DURABLY = "set_config('synchronous_commit', 'on', true)";

/** The columns of a job that the queue needs. */
export interface QueuedJob {
  readonly id: string;
  readonly task: string;
  readonly ownerKey: string | null;
}

/** Stores a new job, and adds it to the queue if it is the first of its key, in one transaction. Returns its id. */
export async function requestJob(
  db: Database,
  task: string,
  payload: unknown,
  ownerKey: string | null,
): Promise<string> {
  const id = timeOrderedId(Date.now());
  await db.transaction(
    async (tx) => {
      await lockOwnerKey(tx, ownerKey);
      await tx.query(INSERT, [id, task, JSON.stringify(payload ?? null), ownerKey]);
      await (ownerKey === null ? enqueue(tx, { id, task, ownerKey }) : enqueueNext(tx, ownerKey));
    },
    async (rows) => (await rows.query("SELECT 1 AS stored FROM clew.job WHERE id = $1", [id])).length > 0,
  );
  return id;
}

/** Ends a waiting job, or asks its worker to abort it. */
export async function cancelJob(db: Database, id: string): Promise<void> {
  const [found] = await db.query("SELECT owner_key FROM clew.job WHERE id = $1", [id]);
  if (!found) return;
  const ownerKey = found.owner_key as string | null;
  await repeatable(db, async (tx) => {
    await lockOwnerKey(tx, ownerKey);
    const [job] = await tx.query(REQUEST_CANCEL, [id]);
    if (job?.state === "queued") await endUndone(tx, id, ownerKey, "cancelled", new Failure("CANCELLED", {}));
    else if (job) await notify(tx, WORKERS, JSON.stringify({ cancel: id } satisfies WorkerCommand));
  });
}

/** Ends a job that no worker has, with a failure, and enqueues the next one of its key. */
export async function endUndone(
  tx: Queryable,
  id: string,
  ownerKey: string | null,
  state: "cancelled" | "lost",
  failure: Failure,
): Promise<void> {
  await tx.query(END, [id, state, JSON.stringify(failureResult(failure))]);
  await enqueueNext(tx, ownerKey);
  await notify(tx, CALLERS, id);
}

/** Asks the owner worker to abort the running jobs of these tasks. Returns false if none runs. */
export async function interruptJobs(
  db: Database,
  ownerKey: string,
  tasks: readonly string[],
): Promise<boolean> {
  return repeatable(db, async (tx) => {
    const running = await tx.query(INTERRUPT, [ownerKey, tasks]);
    for (const { id } of running) await notify(tx, WORKERS, JSON.stringify({ cancel: id }));
    return running.length > 0;
  });
}

/** Takes a key away from its owner worker. */
export async function disown(db: Database, ownerKey: string): Promise<void> {
  await repeatable(db, async (tx) => {
    const [owner] = await tx.query(DISOWN, [ownerKey]);
    if (owner) await notify(tx, WORKERS, JSON.stringify({ disown: ownerKey } satisfies WorkerCommand));
  });
}

/** A transaction that is safe to run twice. */
export function repeatable<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(work, async () => false);
}

/** The queue address of a kind of job: for any worker, or for the worker with this slot only. */
export function addressOf(kind: string, slot: number | null): string {
  return slot === null ? `clew.${kind}` : `clew.${kind}@${slot}`;
}

/** Adds a job to the queue: for the owner worker of its key, otherwise for any worker. */
export async function enqueue(tx: Queryable, { id, task, ownerKey }: QueuedJob): Promise<void> {
  await tx.query(ENQUEUE, [id, ownerKey, addressOf(kindOf(task), null)]);
}

/** Adds the first unfinished job of a key to the queue, unless it is there. */
export async function enqueueNext(tx: Queryable, ownerKey: string | null): Promise<void> {
  if (ownerKey !== null) await tx.query(ENQUEUE_NEXT, [ownerKey]);
}

/** Locks the job sequence of a key until the transaction ends. */
export async function lockOwnerKey(tx: Queryable, ownerKey: string | null): Promise<void> {
  if (ownerKey !== null)
    await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [OWNER_KEY_LOCK, ownerKey]);
}

const OWNER_KEY_LOCK = 0x686f6d65;

/** One attempt: our tables decide about retries, never the queue. */
const addJob = (job: string, address: string) =>
  `(SELECT id FROM graphile_worker.add_job(${address}, json_build_object('job', ${job}), max_attempts => 1))`;
const ownerSlot = (ownerKey: string) =>
  `(SELECT w.slot FROM clew.kernel_owner o JOIN clew.worker w ON w.id = o.worker_id WHERE o.notebook_id = ${ownerKey})`;

const ENQUEUE = `
  WITH owner AS (SELECT ${ownerSlot("$2")} AS slot)
  UPDATE clew.job SET slot = owner.slot, queued_at = ${DATABASE_TIME},
    queue_entry = ${addJob("$1::text", "concat_ws('@', $3::text, owner.slot)")}
  FROM owner WHERE id = $1`;
const ENQUEUE_NEXT = `
  WITH next AS (
    SELECT id, task, queue_entry FROM clew.job WHERE owner_key = $1 AND ended_at IS NULL ORDER BY number LIMIT 1
  ), owner AS (SELECT ${ownerSlot("$1")} AS slot)
  UPDATE clew.job AS j SET slot = owner.slot, queued_at = ${DATABASE_TIME},
    queue_entry = ${addJob("next.id", "concat_ws('@', 'clew.' || split_part(next.task, '.', 1), owner.slot)")}
  FROM next, owner WHERE j.id = next.id AND next.queue_entry IS NULL`;
const INSERT = `INSERT INTO clew.job (id, task, payload, owner_key, created_at) VALUES ($1, $2, $3, $4, ${DATABASE_TIME})`;
const REQUEST_CANCEL =
  "UPDATE clew.job SET cancel_requested = true WHERE id = $1 AND ended_at IS NULL RETURNING state";
const END = `UPDATE clew.job SET state = $2, answer = $3, worker = NULL, ended_at = ${DATABASE_TIME} WHERE id = $1`;
const INTERRUPT = `UPDATE clew.job SET cancel_requested = true
  WHERE owner_key = $1 AND ended_at IS NULL AND state = 'running' AND task = ANY($2::text[]) RETURNING id`;
const DISOWN = "DELETE FROM clew.kernel_owner WHERE notebook_id = $1 RETURNING 1 AS found";
