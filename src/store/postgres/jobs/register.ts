import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Database } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";
import { repeatable } from "./ask.ts";

/** A worker as the others know it. */
export interface Registered {
  readonly id: string;
  readonly slot: number;
}

/** Makes a worker known, under the smallest number that nobody has. */
export async function register(db: Database, kinds: readonly string[]): Promise<Registered> {
  const id = randomUUID();
  return repeatable(db, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [SLOT_LOCK]);
    await tx.query(REGISTER, [id, `${hostname()}:${process.pid}`, kinds]);
    const [row] = await tx.query("SELECT slot FROM clew.worker WHERE id = $1", [id]);
    return { id, slot: row!.slot as number };
  });
}

/** Tells what the queue calls a worker; what it held under another name before is free. */
export async function nameInQueue(db: Database, worker: string, pool: string): Promise<void> {
  await repeatable(db, async (tx) => {
    await tx.query(UNLOCK_BEFORE, [worker]);
    await tx.query("UPDATE clew.worker SET pool = $2 WHERE id = $1", [worker, pool]);
  });
}

/** What a worker has, by the database. */
export interface Held {
  readonly jobs: ReadonlyMap<string, { readonly cancelAsked: boolean }>;
  readonly homes: ReadonlyMap<string, number>;
}

/** Tells that a worker lives, and answers what it has; undefined when the others have taken it for dead. */
export async function beat(db: Database, worker: string): Promise<Held | undefined> {
  return repeatable(db, async (tx) => {
    const [living] = await tx.query(BEAT, [worker]);
    if (!living) return undefined;
    const jobs = await tx.query(JOBS, [worker]);
    const homes = await tx.query("SELECT notebook_id, number FROM clew.kernel_home WHERE worker_id = $1", [
      worker,
    ]);
    return {
      jobs: new Map(jobs.map((row) => [row.id as string, { cancelAsked: row.cancel_asked as boolean }])),
      homes: new Map(homes.map((row) => [row.notebook_id as string, row.number as number])),
    };
  });
}

const SLOT_LOCK = 0x736c6f74;
const REGISTER = `INSERT INTO clew.worker (id, name, slot, kinds, seen_at, started_at)
  SELECT $1, $2, min(free), $3, ${DATABASE_TIME}, ${DATABASE_TIME}
  FROM generate_series(1, (SELECT count(*) + 1 FROM clew.worker)) AS free
  WHERE NOT EXISTS (SELECT 1 FROM clew.worker WHERE slot = free)
  ON CONFLICT (id) DO NOTHING`;
const UNLOCK_BEFORE = `SELECT graphile_worker.force_unlock_workers(ARRAY[pool]) FROM clew.worker
  WHERE id = $1 AND pool IS NOT NULL`;
const BEAT = `UPDATE clew.worker SET seen_at = ${DATABASE_TIME} WHERE id = $1 RETURNING 1 AS living`;
const JOBS = "SELECT id, cancel_asked FROM clew.job WHERE worker = $1 AND state = 'running'";
