import type { Idempotency } from "../../../notebook/notebook-store.ts";
import { indexKey } from "../../index-key.ts";
import type { Queryable } from "../database.ts";

/**
 * Does a piece of work of a transaction unless the same key did it before, and then gives what came of it that time; the
 * answers must be JSON. The key is taken before the work: another server that has the same one waits here until this
 * transaction has ended, and then finds its answer, or nothing.
 */
export async function once<T>(
  tx: Queryable,
  kind: string,
  idempotency: Idempotency | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!idempotency) return work();
  // Each kind of call has keys of its own, so that one key may serve a call of each.
  const key = [indexKey(`${idempotency.scope}#${kind}`), indexKey(idempotency.key)];
  const [taken] = await tx.query(TAKE, key);
  if (!taken) {
    const [kept] = await tx.query(FIND, key);
    return JSON.parse(kept!.body as string);
  }
  const answer = await work();
  await tx.query(FILL, [...key, JSON.stringify(answer)]);
  return answer;
}

const TAKE = `INSERT INTO clew.idempotency_answer (scope, key, body) VALUES ($1, $2, '')
  ON CONFLICT (scope, key) DO NOTHING RETURNING 1 AS taken`;
const FIND = "SELECT body FROM clew.idempotency_answer WHERE scope = $1 AND key = $2";
const FILL = "UPDATE clew.idempotency_answer SET body = $3 WHERE scope = $1 AND key = $2";
