import type { AppendResult, Draft } from "../../../ledger/index.ts";
import { indexKey } from "../../index-key.ts";
import type { Queryable } from "../database.ts";

/** What names a call that may be repeated. */
export type Idempotency = NonNullable<Draft["idempotency"]>;

/** The result that a repeat of an append with the same key gets. */
export async function findAppendResult(
  db: Queryable,
  idempotency: Idempotency,
): Promise<AppendResult | undefined> {
  const [row] = await db.query(
    "SELECT body FROM clew.idempotency_answer WHERE scope = $1 AND key = $2",
    keyOf(idempotency),
  );
  return row && { ...JSON.parse(row.body as string), replayed: true };
}

/** Scope and key as they are kept. */
export function keyOf({ scope, key }: Idempotency): [scope: string, key: string] {
  return [indexKey(scope), indexKey(key)];
}
