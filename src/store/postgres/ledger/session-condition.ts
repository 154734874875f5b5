import { ownerTag } from "../../owner-ids.ts";
import type { SessionFilter } from "../../port.ts";
import { UPDATED_AT } from "./rows.ts";

/**
 * The condition that finds sessions `s` with their last thoughts `t`, and the values that it binds from `$1` on.
 * `thinking` are the ids of those whose thoughts have the text.
 */
export function sessionCondition(
  filter: SessionFilter,
  thinking: Iterable<string> = [],
): {
  readonly condition: string;
  readonly values: readonly unknown[];
} {
  const where: string[] = [];
  const values: unknown[] = [];
  /** Each `?` stands for the next value. */
  const add = (condition: string, ...bound: readonly unknown[]) => {
    let next = values.length;
    where.push(condition.replaceAll("?", () => `$${++next}`));
    values.push(...bound);
  };
  if (filter.owner !== undefined) add("s.owner = ?", filter.owner);
  if (filter.project !== undefined) add("s.project = ?", filter.project);
  if (filter.status !== undefined) add("s.status = ?", filter.status);
  if (filter.source !== undefined) add("s.source = ?", filter.source);
  if (filter.idPrefix) add("s.id >= ? AND s.id < ?", filter.idPrefix, `${filter.idPrefix}\u{10ffff}`);
  if (filter.tags && filter.tags.length > 0) add("s.tags @> ?::text[]", filter.tags);
  if (filter.behind) {
    const time = Date.parse(filter.behind.updatedAt);
    add(
      `s.touched_at <= ? AND ${UPDATED_AT} <= ? AND (${UPDATED_AT} < ? OR s.id > ?)`,
      time,
      time,
      time,
      filter.behind.id,
    );
  }
  if (filter.text) {
    // What stands for the principal in its ids is no part of what it sees.
    const mark = filter.owner === undefined ? "" : `${ownerTag(filter.owner)}-`;
    const wanted = filter.text.toLowerCase();
    add(
      "(strpos(s.title_small, ?) > 0 OR strpos(lower(replace(s.id, ?, '')), ?) > 0 OR s.id = ANY (?::text[]))",
      wanted,
      mark,
      wanted,
      [...thinking],
    );
  }
  return { condition: where.length === 0 ? "true" : where.join(" AND "), values };
}
