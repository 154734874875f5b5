import type { AppendResult } from "../../../ledger/index.ts";
import type { Idempotency } from "../../../notebook/notebook-store.ts";
import { keptAnswer, replayedAnswer } from "../../erasure-tables.ts";
import { indexKey } from "../../index-key.ts";
import type { Queryable } from "../database.ts";

/** The result of an earlier append with the same key. */
export async function findAppendResult(
  db: Queryable,
  idempotency: Idempotency,
): Promise<AppendResult | undefined> {
  const [row] = await db.query(FIND, keyOf(idempotency));
  return row && replayedAnswer(row.body as string);
}

/** Takes a name that nobody took. After a broken connection the name may be taken without a caller. */
export async function takeOnce(db: Queryable, { scope, key }: Idempotency): Promise<boolean> {
  return (await db.query(TAKE_NAME, keyOf({ scope: `${scope}#taken`, key }))).length > 0;
}

/** Scope and key as the table stores them. */
export function keyOf({ scope, key }: Idempotency): [scope: string, key: string] {
  return [indexKey(scope), indexKey(key)];
}

/**
 * Runs the work unless a call with the same key ran it before; then returns that answer, which must be JSON. The key is
 * inserted before the work, so that another server with the same key waits until this transaction has ended.
 */
export async function once<T>(
  tx: Queryable,
  kind: string,
  idempotency: Idempotency | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!idempotency) return work();
  // Each kind of call has its own keys.
  const key = keyOf({ ...idempotency, scope: `${idempotency.scope}#${kind}` });
  const [taken] = await tx.query(TAKE, key);
  if (!taken) {
    const [earlier] = await tx.query(FIND, key);
    return keptAnswer(earlier!.body as string);
  }
  const answer = await work();
  await tx.query(FILL, [...key, JSON.stringify(answer)]);
  return answer;
}

const TAKE_NAME = `INSERT INTO clew.idempotency_answer (scope, key, body) VALUES ($1, $2, 'true')
  ON CONFLICT (scope, key) DO NOTHING RETURNING 1 AS taken`;
const TAKE = `INSERT INTO clew.idempotency_answer (scope, key, body) VALUES ($1, $2, '')
  ON CONFLICT (scope, key) DO NOTHING RETURNING 1 AS taken`;
const FIND = "SELECT body FROM clew.idempotency_answer WHERE scope = $1 AND key = $2";
const FILL = "UPDATE clew.idempotency_answer SET body = $3 WHERE scope = $1 AND key = $2";
