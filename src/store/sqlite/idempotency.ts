import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { AppendResult, Draft } from "../../ledger/index.ts";
import { replayedAnswer } from "../erasure-tables.ts";
import { indexKey } from "../index-key.ts";

/** Identifies a call that may be repeated. */
export type Idempotency = NonNullable<Draft["idempotency"]>;

/** The results of appends with an idempotency key. */
export type AppendResults = ReturnType<typeof createAppendResults>;

/** Prepares the statements on append results; `keep` must run inside a write transaction. */
export function createAppendResults(db: DatabaseSync) {
  const select = db.prepare("SELECT body FROM idempotency_answer WHERE scope = ? AND key = ?");
  const take = db.prepare(
    "INSERT INTO idempotency_answer (scope, key, body) VALUES (?, ?, 'true') ON CONFLICT DO NOTHING",
  );
  const insert = db.prepare("INSERT INTO idempotency_answer (scope, key, body) VALUES (?, ?, ?)");
  return {
    /** The result that a repeat with the same key gets. */
    find({ scope, key }: Idempotency): AppendResult | undefined {
      const body = findKept(select, scope, key)?.body as string | undefined;
      return body === undefined ? undefined : replayedAnswer(body);
    },
    /** Takes a name that nobody took. */
    take: ({ scope, key }: Idempotency): boolean => take.run(`${scope}#taken`, key).changes > 0,
    keep: ({ scope, key }: Idempotency, result: AppendResult): void =>
      void insert.run(scope, key, JSON.stringify(result)),
  };
}

/** The row of a scope and a key. A ledger copied from PostgreSQL has long ones in shortened form. */
export function findKept(select: StatementSync, scope: string, key: string) {
  const row = select.get(scope, key);
  if (row) return row;
  const short = [indexKey(scope), indexKey(key)];
  return short[0] === scope && short[1] === key ? undefined : select.get(...short);
}
