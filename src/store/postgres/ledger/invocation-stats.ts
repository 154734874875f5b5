import type { InvocationFilter, InvocationStats } from "../../../ledger/index.ts";
import { createFigures } from "../../invocation-figures.ts";
import type { Queryable } from "../database.ts";
import { invocationCondition } from "./invocation-condition.ts";

/** The calls of each tool and model in figures, most calls first. */
export async function invocationStats(
  rows: Queryable,
  filter: Pick<InvocationFilter, "since" | "until" | "owner">,
): Promise<InvocationStats[]> {
  const { where, values } = invocationCondition(filter);
  const figures = createFigures();
  figures.add(
    await rows.query(
      `SELECT i.kind, i.tool_name, i.pipe_name, i.latency_ms, count(*) AS calls,
         count(*) FILTER (WHERE NOT i.success) AS failures, sum(i.input_tokens)::bigint AS input_tokens,
         sum(i.output_tokens)::bigint AS output_tokens, sum(i.cost) AS cost
       FROM clew.invocation i ${where}
       GROUP BY i.kind, i.tool_name, i.pipe_name, i.latency_ms`,
      values,
    ),
  );
  return figures.all();
}
