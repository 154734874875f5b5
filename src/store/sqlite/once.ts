import type { DatabaseSync } from "node:sqlite";
import type { Idempotency } from "../../notebook/notebook-store.ts";
import { findKept } from "./idempotency.ts";

/** Does a piece of work unless the same key did it before, and then gives what came of it that time. */
export type Once = <T>(kind: string, idempotency: Idempotency | undefined, work: () => T) => T;

/** Makes the keeper of first answers; it must run inside a write transaction, and the answers must be JSON. */
export function createOnce(db: DatabaseSync): Once {
  const find = db.prepare("SELECT body FROM receipt WHERE scope = ? AND key = ?");
  const keep = db.prepare("INSERT INTO receipt (scope, key, body) VALUES (?, ?, ?)");
  return (kind, idempotency, work) => {
    if (!idempotency) return work();
    // Each kind of call has keys of its own, so that one key may serve a call of each.
    const scope = `${idempotency.scope}#${kind}`;
    const kept = findKept(find, scope, idempotency.key);
    if (kept) return JSON.parse(kept.body as string);
    const answer = work();
    keep.run(scope, idempotency.key, JSON.stringify(answer));
    return answer;
  };
}
