import type { DatabaseSync } from "node:sqlite";
import type { Draft, Receipt } from "../../ledger/index.ts";

/** What names a call that may be repeated. */
export type Idempotency = NonNullable<Draft["idempotency"]>;

/** The first answers to appends with a key. */
export type Receipts = ReturnType<typeof createReceipts>;

/** Prepares the statements on receipts of thoughts; `keep` must run inside a write transaction. */
export function createReceipts(db: DatabaseSync) {
  const select = db.prepare("SELECT body FROM receipt WHERE scope = ? AND key = ?");
  const insert = db.prepare("INSERT INTO receipt (scope, key, body) VALUES (?, ?, ?)");
  return {
    /** The receipt that a repeat with the same key gets. */
    find({ scope, key }: Idempotency): Receipt | undefined {
      const row = select.get(scope, key);
      return row && { ...JSON.parse(row.body as string), replayed: true };
    },
    keep: ({ scope, key }: Idempotency, receipt: Receipt): void =>
      void insert.run(scope, key, JSON.stringify(receipt)),
  };
}
