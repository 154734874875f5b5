import type { InvocationFilter } from "../../../ledger/index.ts";

/** The conditions that invocations `i` must meet, and the values they bind. */
export interface InvocationCondition {
  /** Empty when each invocation will do. */
  readonly where: string;
  readonly values: readonly unknown[];
}

/** The WHERE clause that finds invocations; those before a place are older in the order of lists. */
export function invocationCondition(
  filter: Omit<InvocationFilter, "before" | "limit">,
  before?: { readonly createdAt: number; readonly number: number },
): InvocationCondition {
  const where: string[] = [];
  const values: unknown[] = [];
  const bound = (value: unknown) => `$${values.push(value)}`;
  // Written out, because an index of some of the rows serves only a condition that says the same.
  if (filter.kind !== undefined) where.push(`i.kind = '${filter.kind === "model" ? "model" : "tool"}'`);
  if (filter.success !== undefined) where.push(filter.success ? "i.success" : "NOT i.success");
  if (filter.owner !== undefined) where.push(`i.owner = ${bound(filter.owner)}`);
  if (filter.tool !== undefined) where.push(`i.tool_name = ${bound(filter.tool)}`);
  if (filter.sessionId !== undefined) where.push(`i.session_id = ${bound(filter.sessionId)}`);
  if (filter.since !== undefined) where.push(`i.created_at >= ${bound(Date.parse(filter.since))}`);
  if (filter.until !== undefined) where.push(`i.created_at <= ${bound(Date.parse(filter.until))}`);
  if (before) where.push(`(i.created_at, i.number) < (${bound(before.createdAt)}, ${bound(before.number)})`);
  return { where: where.length === 0 ? "" : `WHERE ${where.join(" AND ")}`, values };
}
