import type { Fence } from "../../../jobs/jobs.ts";
import { Failure } from "../../../ledger/index.ts";
import type { Queryable } from "../database.ts";

/** Keeps a job with this attempt at it until the transaction ends; refuses when it runs elsewhere by now, or has ended. */
export async function holdJob(tx: Queryable, { job, attempt }: Fence): Promise<void> {
  const [held] = await tx.query(HOLD, [job, attempt]);
  if (!held) throw new Failure("CANCELLED", {});
}

const HOLD = "SELECT 1 AS held FROM clew.job WHERE id = $1 AND attempt = $2 AND state = 'running' FOR SHARE";
