import type { InvocationFilter } from "../../ledger/index.ts";

/** The WHERE clause that selects invocations (empty if there is no condition), and the values it binds. */
export function invocationCondition(
  filter: Pick<InvocationFilter, "kind" | "tool" | "sessionId" | "success" | "owner" | "since" | "until">,
): { readonly condition: string; readonly values: readonly (string | number)[] } {
  const where: string[] = [];
  const values: (string | number)[] = [];
  const add = (condition: string, value: string | number) => {
    where.push(condition);
    values.push(value);
  };
  // Spelled out, because a partial index is used only if the query repeats its condition literally.
  if (filter.kind !== undefined) where.push(`i.kind = '${filter.kind === "model" ? "model" : "tool"}'`);
  if (filter.success !== undefined) where.push(`i.success = ${filter.success ? 1 : 0}`);
  if (filter.owner !== undefined) add("i.owner = ?", filter.owner);
  if (filter.tool !== undefined) add("i.tool_name = ?", filter.tool);
  if (filter.sessionId !== undefined) add("i.session_id = ?", filter.sessionId);
  if (filter.since !== undefined) add("i.created_at >= ?", Date.parse(filter.since));
  if (filter.until !== undefined) add("i.created_at <= ?", Date.parse(filter.until));
  return { condition: where.length === 0 ? "" : `WHERE ${where.join(" AND ")}`, values };
}
