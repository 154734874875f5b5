import type { DatabaseSync } from "node:sqlite";
import { type Invocation, type InvocationFilter, type InvocationStats, pace } from "../../ledger/index.ts";
import { tombstoneName } from "../erasure-tables.ts";
import { toWritten, withoutTexts } from "../invocation-rows.ts";
import { createStatistics } from "../invocation-statistics.ts";
import type { Store } from "../port.ts";
import { invocationCondition } from "./invocation-condition.ts";
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
  const tombstone = lazily(() => db.prepare("SELECT 1 FROM tombstone WHERE name = ?"));
  const deletedAmong = (rows: readonly Invocation[]): ReadonlySet<string> => {
    const ids = new Set(rows.flatMap(({ session_id: id }) => id ?? []));
    return new Set([...ids].filter((id) => tombstone().get(tombstoneName(id)) !== undefined));
  };
  /** Deletes rows until there are no more. */
  async function drop(some: (most: number) => number): Promise<number> {
    for (let dropped = 0; ; ) {
      const now = await write.derived(() => some(ROWS_AT_ONCE));
      if (now === 0) return dropped;
      dropped += now;
    }
  }

  return {
    async keepInvocations(rows) {
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const batch = rows.slice(from, from + ROWS_AT_ONCE);
        const deleted = await read(() => deletedAmong(batch));
        const kept = batch.map((row) => (deleted.has(row.session_id!) ? withoutTexts(row) : row));
        const written = kept.map(toWritten);
        await write.derived(() => table().insert(written));
      }
    },
    async pruneInvocations({ before, keep }) {
      const time = Date.parse(before);
      const aged = await drop((most) => table().dropAged(time, most));
      const last = await read(() => table().newestBeyond(keep));
      return aged + (last ? await drop((most) => table().dropUntil(last, most)) : 0);
    },
    invocations: (filter) => read(() => table().list(filter)),
    invocation: (id) => read(() => table().find(id)),
    invocationStats: (filter) => invocationStats(db, filter),
  };
}

/** How many rows are counted before the event loop is yielded. */
const ROWS_COUNTED_AT_ONCE = 10_000;

/** The statistics of each tool and model, most calls first. */
async function invocationStats(
  db: DatabaseSync,
  filter: Pick<InvocationFilter, "since" | "until" | "owner">,
): Promise<InvocationStats[]> {
  const { condition, values } = invocationCondition(filter);
  const { first, last } = await read(
    () => db.prepare("SELECT min(number) AS first, max(number) AS last FROM invocation").get()!,
  );
  const sql = `SELECT kind, tool_name, pipe_name, latency_ms, count(*) AS calls, sum(success = 0) AS failures,
      sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, sum(cost) AS cost
    FROM invocation i ${condition} ${condition === "" ? "WHERE" : "AND"} number BETWEEN ? AND ?
    GROUP BY kind, tool_name, pipe_name, latency_ms`;
  const statistics = createStatistics();
  for (let from = Number(first ?? 1); from <= Number(last ?? 0); from += ROWS_COUNTED_AT_ONCE) {
    statistics.add(await read(() => db.prepare(sql).all(...values, from, from + ROWS_COUNTED_AT_ONCE - 1)));
    await pace();
  }
  return statistics.all();
}
