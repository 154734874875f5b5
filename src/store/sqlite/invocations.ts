import type { DatabaseSync } from "node:sqlite";
import { toWritten } from "../invocation-rows.ts";
import type { Store } from "../port.ts";
import { invocationStats } from "./invocation-stats.ts";
import { createInvocationTable } from "./invocation-table.ts";
import { lazily } from "./lazily.ts";
import { read } from "./read.ts";
import type { Write } from "./writer.ts";

/** How many rows one piece of work writes or drops, so that a thought never waits long behind it. */
const ROWS_AT_ONCE = 200;

/** Keeps invocations in the ledger's database; its statements are prepared when the first of them is needed. */
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
