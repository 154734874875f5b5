import type { Database, Rows } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";
import { type Entering, enter } from "./enter.ts";
import { DURABLY } from "./tell.ts";

/** A job that this worker has now. */
export interface Taken {
  readonly id: string;
  readonly task: string;
  /** JSON, as the row has it. */
  readonly payload: string;
  readonly home: string | null;
  readonly attempt: number;
  readonly takenOver: boolean;
  readonly startedAt: number;
  /** The number under which its home is this worker's. */
  readonly homeNumber: number | undefined;
}

/**
 * Takes a job, and its home with it when nobody has that; undefined when it is another's, has ended or has another entry
 * by now. A job that waits for another worker's home is sent there.
 */
export async function take(
  db: Database,
  worker: string,
  job: string,
  entry: number,
): Promise<Taken | undefined> {
  return db.transaction(
    async (tx) => {
      const [row] = await tx.query(TAKE, [job, entry, worker]);
      if (!row) return undefined;
      if (row.attempt !== null) return toTaken(row);
      await enter(tx, row as unknown as Entering);
      return undefined;
    },
    async (rows) => (await rows.query(IS_TAKEN, [job, entry, worker])).length > 0,
  );
}

/** Makes a living worker the home of something that has none; answers its number when the home is this worker's. */
export async function claim(tx: Rows, worker: string, home: string): Promise<number | undefined> {
  const [row] = await tx.query(CLAIM, [home, worker]);
  return row?.worker_id === worker ? (row.number as number) : undefined;
}

function toTaken(row: Readonly<Record<string, unknown>>): Taken {
  return {
    id: row.id as string,
    task: row.task as string,
    payload: row.payload as string,
    home: row.home as string | null,
    attempt: row.attempt as number,
    takenOver: row.taken_over as boolean,
    startedAt: row.started_at as number,
    homeNumber: (row.number as number | null) ?? undefined,
  };
}

// Whoever takes this worker for dead waits until this is done, or has done it before.
const LIVING = "SELECT id FROM clew.worker WHERE id =";
const SETTLE = `ON CONFLICT (notebook_id) DO UPDATE SET since = h.since RETURNING worker_id, number`;
const CLAIM = `WITH living AS (${LIVING} $2 FOR SHARE)
  INSERT INTO clew.kernel_home AS h (notebook_id, worker_id, since)
  SELECT $1, id, ${DATABASE_TIME} FROM living ${SETTLE}`;
const TAKE = `
  WITH living AS (${LIVING} $3 FOR SHARE), job AS (
    SELECT id, task, payload, home, taken_over FROM clew.job
    WHERE id = $1 AND entry = $2 AND state = 'queued' FOR UPDATE
  ), home AS (
    INSERT INTO clew.kernel_home AS h (notebook_id, worker_id, since)
    SELECT job.home, living.id, ${DATABASE_TIME} FROM job, living WHERE job.home IS NOT NULL ${SETTLE}
  ), taken AS (
    UPDATE clew.job AS j SET state = 'running', worker = living.id, attempt = j.attempt + 1,
      started_at = coalesce(j.started_at, ${DATABASE_TIME})
    FROM living, job LEFT JOIN home ON true
    WHERE j.id = job.id AND (job.home IS NULL OR home.worker_id = living.id)
    RETURNING j.attempt, j.started_at, home.number
  )
  SELECT job.*, taken.attempt, taken.started_at, taken.number, ${DURABLY} FROM job LEFT JOIN taken ON true`;
const IS_TAKEN = `SELECT 1 AS taken FROM clew.job
  WHERE id = $1 AND entry = $2 AND worker = $3 AND state = 'running'`;
