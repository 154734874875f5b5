import type { Invocation } from "../../../ledger/index.ts";
import { toWritten } from "../../invocation-rows.ts";
import type { Store } from "../../port.ts";
import type { Database } from "../database.ts";
import { invocationStats } from "./invocation-stats.ts";
import {
  dropInvocations,
  findInvocation,
  firstExcess,
  insertInvocations,
  listInvocations,
} from "./invocation-table.ts";

/** How many rows one statement writes or drops. */
const ROWS_AT_ONCE = 500;

/** Keeps invocations in the ledger's database. */
export function createInvocations(
  db: Database,
): Pick<Store, "keepInvocations" | "pruneInvocations" | "invocations" | "invocation" | "invocationStats"> {
  return {
    async keepInvocations(given) {
      const rows = withoutRepeats(given);
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const written = rows.slice(from, from + ROWS_AT_ONCE).map(toWritten);
        // Where the connection broke it may begin again, because what is there already stays.
        await db.transaction(
          (tx) => insertInvocations(tx, written),
          async () => false,
        );
      }
    },
    async pruneInvocations({ before, keep }) {
      // Before a time is before the first number of that time; of both limits the one that reaches further says all.
      const aged = { createdAt: Date.parse(before), number: 0 };
      const excess = await firstExcess(db, keep);
      const upTo = excess && excess.createdAt >= aged.createdAt ? excess : aged;
      let [dropped, behind] = [0, { createdAt: -1, number: 0 }];
      for (;;) {
        const now = await dropInvocations(db, behind, upTo, ROWS_AT_ONCE);
        if (!now) return dropped;
        dropped += now.dropped;
        behind = now.last;
      }
    },
    invocations: (filter) => listInvocations(db, filter),
    invocation: (id) => findInvocation(db, id),
    invocationStats: (filter) => invocationStats(db, filter),
  };
}

function withoutRepeats(rows: readonly Invocation[]): readonly Invocation[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
