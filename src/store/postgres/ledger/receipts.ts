import type { Draft, Receipt } from "../../../ledger/index.ts";
import { receiptKey } from "../../receipt-key.ts";
import type { Rows } from "../database.ts";

/** What names a call that may be repeated. */
export type Idempotency = NonNullable<Draft["idempotency"]>;

/** The receipt that a repeat of an append with the same key gets. */
export async function findReceipt(db: Rows, idempotency: Idempotency): Promise<Receipt | undefined> {
  const [row] = await db.query(
    "SELECT body FROM clew.receipt WHERE scope = $1 AND key = $2",
    keyOf(idempotency),
  );
  return row && { ...JSON.parse(row.body as string), replayed: true };
}

/** Scope and key as they are kept. */
export function keyOf({ scope, key }: Idempotency): [scope: string, key: string] {
  return [receiptKey(scope), receiptKey(key)];
}
