import type { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { PATIENCE_MS } from "./connect.ts";
import { isBusy, translate } from "./failures.ts";

/** Runs a query. Retries while another process recovers the log after a crash; nothing else blocks readers. */
export async function read<T>(query: () => T): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(1 + Math.random() * 10)) {
    try {
      return query();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw translate(error);
    }
  }
}

/** Runs several queries on one snapshot of the database. */
export function atOnce<T>(db: DatabaseSync, queries: () => T): T {
  // The writer of this connection may have a transaction open.
  if (db.isTransaction) return queries();
  db.exec("BEGIN");
  try {
    return queries();
  } finally {
    if (db.isTransaction) db.exec("COMMIT");
  }
}
