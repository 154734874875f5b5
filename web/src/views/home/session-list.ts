import type { SessionPage, SessionRow } from "../../data/api-types.ts";

/**
 * The list as the reader sees it. Rows stay where they are while others change: what is new waits until the reader
 * asks for it.
 */
export interface SessionList {
  readonly rows: readonly SessionRow[];
  /** Where the next page begins; absent at the end. */
  readonly next: string | undefined;
  /** Sessions that came since the list was put in order, newest first. */
  readonly arrived: readonly SessionRow[];
  /** Whether more has come than a page holds: the list must be loaded again to be whole. */
  readonly isGapped: boolean;
}

/** The list after its first page. */
export function firstPage({ sessions, next }: SessionPage): SessionList {
  return { rows: sessions, next, arrived: [], isGapped: false };
}

/** The list with one more page at its end. */
export function withNextPage(list: SessionList, { sessions, next }: SessionPage): SessionList {
  const known = new Set([...list.rows, ...list.arrived].map(({ id }) => id));
  return { ...list, next, rows: [...list.rows, ...sessions.filter(({ id }) => !known.has(id))] };
}

/** The list after its beginning was asked for again: known rows change where they are, others wait. */
export function withNewest(list: SessionList, newest: SessionPage): SessionList {
  if (list.rows.length === 0) return firstPage(newest);
  const updated = withUpdated(list, newest.sessions);
  const known = new Set(list.rows.map(({ id }) => id));
  const oldest = list.next === undefined ? "" : (list.rows.map(({ updatedAt }) => updatedAt).sort()[0] ?? "");
  // What is older than all that is shown has not arrived: it is on a page that was not asked for yet.
  const arrived = newest.sessions.filter(({ id, updatedAt }) => !known.has(id) && updatedAt >= oldest);
  const isGapped = newest.next !== undefined && arrived.length === newest.sessions.length;
  return { ...updated, arrived, isGapped };
}

/** The list with these rows changed where they are. */
export function withUpdated(list: SessionList, changed: readonly SessionRow[]): SessionList {
  const byId = new Map(changed.map((row) => [row.id, row]));
  return { ...list, rows: list.rows.map((row) => byId.get(row.id) ?? row) };
}

/** The list with everything that waits, newest activity first. */
export function inOrder(list: SessionList): SessionList {
  return { ...list, arrived: [], rows: byActivity([...list.arrived, ...list.rows]) };
}

/** Whether rows have changed so that their order is no longer that of their activity. */
export function isOutOfOrder({ rows }: SessionList): boolean {
  return rows.some((row, index) => index > 0 && row.updatedAt > rows[index - 1]!.updatedAt);
}

function byActivity(rows: readonly SessionRow[]): readonly SessionRow[] {
  return rows.toSorted((one, other) =>
    one.updatedAt < other.updatedAt ? 1 : one.updatedAt > other.updatedAt ? -1 : 0,
  );
}
