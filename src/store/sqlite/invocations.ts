import type { DatabaseSync } from "node:sqlite";
import { toWritten } from "../invocation-rows.ts";
import type { Store } from "../port.ts";
import { invocationStats } from "./invocation-stats.ts";
import { createInvocationTable } from "./invocation-table.ts";
import { lazily } from "./lazily.ts";
import { read } from "./read.ts";
import type { Write } from "./writer.ts";

/** How many rows one transaction writes or deletes, so that a thought never waits long. */
const ROWS_AT_ONCE = 200;

/** Stores invocations in the ledger's database. Statements are prepared at first use. */
export function createInvocations(
  db: DatabaseSync,
  write: Write,
): Pick<Store, "keepInvocations" | "pruneInvocations" | "invocations" | "invocation" | "invocationStats"> {
  const table = lazily(() => createInvocationTable(db));
  return {
    async keepInvocations(rows) {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const written = rows.slice(from, from + ROWS_AT_ONCE).map(toWritten);
        await write(() => table().insert(written));
      }
    },
    async pruneInvocations({ before, keep }) {
      const time = Date.parse(before);
      for (let dropped = 0; ; ) {
        const now = await write(() => table().prune(time, keep, ROWS_AT_ONCE));
        if (now === 0) return dropped;
        dropped += now;
      }
    },
    invocations: (filter) => read(() => table().list(filter)),
    invocation: (id) => read(() => table().find(id)),
    invocationStats: (filter) => invocationStats(db, filter),
  };
}
