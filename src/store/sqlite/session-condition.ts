import type { SessionFilter } from "../port.ts";

/** The WHERE clause that finds sessions, empty when every session will do, with the values it binds. */
export function sessionCondition(filter: SessionFilter): {
  readonly condition: string;
  readonly values: readonly string[];
} {
  const where: string[] = [];
  const values: string[] = [];
  const add = (condition: string, ...bound: string[]) => {
    where.push(condition);
    values.push(...bound);
  };
  if (filter.owner !== undefined) add("owner = ?", filter.owner);
  if (filter.project !== undefined) add("project = ?", filter.project);
  if (filter.status !== undefined) add("status = ?", filter.status);
  if (filter.idPrefix) add("id >= ? AND id < ?", filter.idPrefix, `${filter.idPrefix}\u{10ffff}`);
  for (const tag of filter.tags ?? [])
    add("EXISTS (SELECT 1 FROM json_each(session.tags) WHERE value = ?)", tag);
  return { condition: where.length === 0 ? "" : `WHERE ${where.join(" AND ")}`, values };
}
