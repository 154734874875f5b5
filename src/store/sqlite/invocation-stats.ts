import type { DatabaseSync } from "node:sqlite";
import { type InvocationFilter, type InvocationStats, pace } from "../../ledger/index.ts";
import { createStatistics } from "../invocation-statistics.ts";
import { invocationCondition } from "./invocation-condition.ts";
import { read } from "./read.ts";

/** How many rows are counted before the event loop is yielded. */
const ROWS_AT_ONCE = 10_000;

/** The statistics of each tool and model, most calls first. */
export async function invocationStats(
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
  for (let from = Number(first ?? 1); from <= Number(last ?? 0); from += ROWS_AT_ONCE) {
    statistics.add(await read(() => db.prepare(sql).all(...values, from, from + ROWS_AT_ONCE - 1)));
    await pace();
  }
  return statistics.all();
}
