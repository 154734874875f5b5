import type { DatabaseSync } from "node:sqlite";
import { ownerTag } from "../owner-ids.ts";
import type { SessionFilter } from "../port.ts";

/** Whether a text contains another one in lowercase. SQLite's own `lower` handles only ASCII. */
const HAS_TEXT = "has_text";

/** Registers the SQL function that the clause below calls. */
export function addHasText(db: DatabaseSync): void {
  db.function(HAS_TEXT, { deterministic: true }, (text, wanted) =>
    Number(String(text).toLowerCase().includes(String(wanted))),
  );
}

/**
 * The WHERE clause that selects sessions (empty if there is no condition), and the values it binds. `thinking` has the
 * ids of sessions whose thoughts contain the text.
 */
export function sessionCondition(
  filter: SessionFilter,
  thinking: Iterable<string> = [],
): {
  readonly condition: string;
  readonly values: readonly (string | number)[];
} {
  const where: string[] = [];
  const values: (string | number)[] = [];
  const add = (condition: string, ...bound: (string | number)[]) => {
    where.push(condition);
    values.push(...bound);
  };
  if (filter.owner !== undefined) add("owner = ?", filter.owner);
  if (filter.archived !== "all") add(`archived_at IS ${filter.archived === "only" ? "NOT " : ""}NULL`);
  if (filter.project !== undefined) add("project = ?", filter.project);
  if (filter.status !== undefined) add("status = ?", filter.status);
  if (filter.idPrefix) add("id >= ? AND id < ?", filter.idPrefix, `${filter.idPrefix}\u{10ffff}`);
  if (filter.behind) {
    const time = Date.parse(filter.behind.updatedAt);
    add("updated_at <= ? AND (updated_at < ? OR id > ?)", time, time, filter.behind.id);
  }
  // One parameter for all: a condition for each of a thousand tags exceeds SQLite's limit.
  if (filter.tags && filter.tags.length > 0)
    add(
      "NOT EXISTS (SELECT 1 FROM json_each(?) WHERE value NOT IN (SELECT value FROM json_each(session.tags)))",
      JSON.stringify(filter.tags),
    );
  if (filter.text) {
    // The principal's tag in an id is not part of what the principal sees.
    const mark = filter.owner === undefined ? "" : `${ownerTag(filter.owner)}-`;
    const wanted = filter.text.toLowerCase();
    add(
      `(${HAS_TEXT}(title, ?) OR ${HAS_TEXT}(replace(id, ?, ''), ?) OR id IN (SELECT value FROM json_each(?)))`,
      wanted,
      mark,
      wanted,
      JSON.stringify([...thinking]),
    );
  }
  if (filter.source !== undefined)
    add("(SELECT source FROM thought WHERE session_id = session.id AND seq = 1) = ?", filter.source);
  return { condition: where.length === 0 ? "" : `WHERE ${where.join(" AND ")}`, values };
}
