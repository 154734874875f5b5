import { failed } from "../../../jobs/outcome.ts";
import { Failure, timeOrderedId } from "../../../ledger/index.ts";
import type { Database, Rows } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";
import { enter, enterNext, holdRow } from "./enter.ts";
import { tellCaller, tellWorkers } from "./tell.ts";

/** Keeps a new job and puts it into the queue when its turn has come, both or neither; answers its id. */
export async function askFor(
  db: Database,
  task: string,
  payload: unknown,
  home: string | null,
): Promise<string> {
  const id = timeOrderedId(Date.now());
  await db.transaction(
    async (tx) => {
      await holdRow(tx, home);
      await tx.query(KEEP, [id, task, JSON.stringify(payload ?? null), home]);
      await (home === null ? enter(tx, { id, task, home }) : enterNext(tx, home));
    },
    async (rows) => (await rows.query("SELECT 1 AS kept FROM clew.job WHERE id = $1", [id])).length > 0,
  );
  return id;
}

/** Ends a job that waits, or has the worker that runs it end it. */
export async function cancel(db: Database, id: string): Promise<void> {
  const [found] = await db.query("SELECT home FROM clew.job WHERE id = $1", [id]);
  if (!found) return;
  const home = found.home as string | null;
  await repeatable(db, async (tx) => {
    await holdRow(tx, home);
    const [job] = await tx.query(ASK_CANCEL, [id]);
    if (job?.state === "queued") await endUndone(tx, id, home, "cancelled", new Failure("CANCELLED", {}));
    else if (job) await tellWorkers(tx, { cancel: id });
  });
}

/** Ends a job that no worker has, with a failure; the next of its home comes to its turn. */
export async function endUndone(
  tx: Rows,
  id: string,
  home: string | null,
  state: "cancelled" | "lost",
  failure: Failure,
): Promise<void> {
  await tx.query(END, [id, state, JSON.stringify(failed(failure))]);
  await enterNext(tx, home);
  await tellCaller(tx, id);
}

/** Asks the worker of a home to end what runs there of these tasks; false when nothing does. */
export async function interrupt(db: Database, home: string, tasks: readonly string[]): Promise<boolean> {
  return repeatable(db, async (tx) => {
    const running = await tx.query(INTERRUPT, [home, tasks]);
    for (const { id } of running) await tellWorkers(tx, { cancel: id as string });
    return running.length > 0;
  });
}

/** Takes a home away from its worker. */
export async function leave(db: Database, home: string): Promise<void> {
  await repeatable(db, async (tx) => {
    const [left] = await tx.query("DELETE FROM clew.kernel_home WHERE notebook_id = $1 RETURNING 1 AS left", [
      home,
    ]);
    if (left) await tellWorkers(tx, { leave: home });
  });
}

/** A transaction that may be done twice. */
export function repeatable<T>(db: Database, work: (tx: Rows) => Promise<T>): Promise<T> {
  return db.transaction(work, async () => false);
}

const KEEP = `INSERT INTO clew.job (id, task, payload, home, created_at) VALUES ($1, $2, $3, $4, ${DATABASE_TIME})`;
const ASK_CANCEL = `UPDATE clew.job SET cancel_asked = true WHERE id = $1 AND ended_at IS NULL RETURNING state`;
const END = `UPDATE clew.job SET state = $2, answer = $3, worker = NULL, ended_at = ${DATABASE_TIME} WHERE id = $1`;
const INTERRUPT = `UPDATE clew.job SET cancel_asked = true
  WHERE home = $1 AND ended_at IS NULL AND state = 'running' AND task = ANY($2::text[]) RETURNING id`;
