import type { DatabaseSync } from "node:sqlite";
import type { Idempotency } from "../../notebook/notebook-store.ts";
import { keptAnswer } from "../erasure-tables.ts";
import { findKept } from "./idempotency.ts";

/** Runs a task unless the same key ran it before, and then returns that answer. */
export type RunOnce = <T>(kind: string, idempotency: Idempotency | undefined, work: () => T) => T;

/** Creates the function; it must run inside a write transaction, and answers must be JSON. */
export function createRunOnce(db: DatabaseSync): RunOnce {
  const find = db.prepare("SELECT body FROM idempotency_answer WHERE scope = ? AND key = ?");
  const keep = db.prepare("INSERT INTO idempotency_answer (scope, key, body) VALUES (?, ?, ?)");
  return (kind, idempotency, work) => {
    if (!idempotency) return work();
    // Each kind of call has its own scope, so that one key can serve a call of each kind.
    const scope = `${idempotency.scope}#${kind}`;
    const kept = findKept(find, scope, idempotency.key);
    if (kept) return keptAnswer(kept.body as string);
    const answer = work();
    keep.run(scope, idempotency.key, JSON.stringify(answer));
    return answer;
  };
}
