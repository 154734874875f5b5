import { kindOf } from "../../../jobs/kind.ts";
import type { Rows } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";

/** A job as far as the queue needs to know it. */
export interface Entering {
  readonly id: string;
  readonly task: string;
  readonly home: string | null;
}

/** Where jobs of a kind are taken from: by anybody, or by the worker of this slot only. */
export function addressOf(kind: string, slot: number | null): string {
  return slot === null ? `clew.${kind}` : `clew.${kind}@${slot}`;
}

/** Puts a job into the queue, for the worker that is its home, or else for any. */
export async function enter(tx: Rows, { id, task, home }: Entering): Promise<void> {
  await tx.query(ENTER, [id, home, addressOf(kindOf(task), null)]);
}

/** Puts the job of a home whose turn has come into the queue, unless it is there. */
export async function enterNext(tx: Rows, home: string | null): Promise<void> {
  if (home !== null) await tx.query(ENTER_NEXT, [home]);
}

/** Keeps the row of jobs of a home as it is until the transaction ends. */
export async function holdRow(tx: Rows, home: string | null): Promise<void> {
  if (home !== null) await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [ROW_LOCK, home]);
}

const ROW_LOCK = 0x686f6d65;

/** One attempt: whether a job is done again is decided here, never by the queue. */
const added = (job: string, address: string) =>
  `(SELECT id FROM graphile_worker.add_job(${address}, json_build_object('job', ${job}), max_attempts => 1))`;
/** The slot of the worker that a home is at. */
const slotOf = (home: string) =>
  `(SELECT w.slot FROM clew.kernel_home h JOIN clew.worker w ON w.id = h.worker_id WHERE h.notebook_id = ${home})`;

const ENTER = `
  WITH at AS (SELECT ${slotOf("$2")} AS slot)
  UPDATE clew.job SET slot = at.slot, entered_at = ${DATABASE_TIME},
    entry = ${added("$1::text", "concat_ws('@', $3::text, at.slot)")}
  FROM at WHERE id = $1`;
const ENTER_NEXT = `
  WITH next AS (
    SELECT id, task, entry FROM clew.job WHERE home = $1 AND ended_at IS NULL ORDER BY number LIMIT 1
  ), at AS (SELECT ${slotOf("$1")} AS slot)
  UPDATE clew.job AS j SET slot = at.slot, entered_at = ${DATABASE_TIME},
    entry = ${added("next.id", "concat_ws('@', 'clew.' || split_part(next.task, '.', 1), at.slot)")}
  FROM next, at WHERE j.id = next.id AND next.entry IS NULL`;
