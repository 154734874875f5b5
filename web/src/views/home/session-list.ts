import type { SessionPage, SessionRow } from "../../data/api-types.ts";

/** The list on the page. Rows keep their place while they change; new sessions wait until they are requested. */
export interface SessionList {
  readonly rows: readonly SessionRow[];
  /** Cursor of the next page; undefined at the end. */
  readonly next: string | undefined;
  /** Sessions that arrived since the list was sorted, newest first. */
  readonly arrived: readonly SessionRow[];
  /** Whether more sessions arrived than fit on a page, so that the list must be reloaded. */
  readonly isGapped: boolean;
}

export function firstPage({ sessions, next }: SessionPage): SessionList {
  return { rows: sessions, next, arrived: [], isGapped: false };
}

export function withNextPage(list: SessionList, { sessions, next }: SessionPage): SessionList {
  const known = new Set([...list.rows, ...list.arrived].map(({ id }) => id));
  return { ...list, next, rows: [...list.rows, ...sessions.filter(({ id }) => !known.has(id))] };
}

/** Merges a new first page: known rows change in place, others wait. */
export function withNewest(list: SessionList, newest: SessionPage): SessionList {
  if (list.rows.length === 0) return firstPage(newest);
  const updated = withUpdated(list, newest.sessions);
  const known = new Set(list.rows.map(({ id }) => id));
  const oldest = list.next === undefined ? "" : (list.rows.map(({ updatedAt }) => updatedAt).sort()[0] ?? "");
  // Sessions older than all rows are not new; they are on a page that is not loaded yet.
  const arrived = newest.sessions.filter(({ id, updatedAt }) => !known.has(id) && updatedAt >= oldest);
  const isGapped = newest.next !== undefined && arrived.length === newest.sessions.length;
  return { ...updated, arrived, isGapped };
}

/** Replaces rows in place. */
export function withUpdated(list: SessionList, changed: readonly SessionRow[]): SessionList {
  const byId = new Map(changed.map((row) => [row.id, row]));
  return { ...list, rows: list.rows.map((row) => byId.get(row.id) ?? row) };
}

/** Adds the waiting sessions and sorts by newest activity. */
export function sorted(list: SessionList): SessionList {
  return { ...list, arrived: [], rows: byActivity([...list.arrived, ...list.rows]) };
}

/** Whether rows are no longer sorted by activity. */
export function isOutOfOrder({ rows }: SessionList): boolean {
  return rows.some((row, index) => index > 0 && row.updatedAt > rows[index - 1]!.updatedAt);
}

function byActivity(rows: readonly SessionRow[]): readonly SessionRow[] {
  return rows.toSorted((one, other) =>
    one.updatedAt < other.updatedAt ? 1 : one.updatedAt > other.updatedAt ? -1 : 0,
  );
}
