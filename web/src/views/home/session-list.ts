import type { SessionPage, SessionRow } from "../../data/api-types.ts";

/** The list on the page. Rows keep their place while they change; new sessions wait until they are requested. */
export interface SessionList {
  readonly rows: readonly SessionRow[];
  /** The last activity of each row when the list was sorted: rows keep their day while they change in place. */
  readonly placedAt: ReadonlyMap<string, string>;
  /** Cursor of the next page; undefined at the end. */
  readonly next: string | undefined;
  /** Sessions that arrived since the list was sorted, newest first. */
  readonly arrived: readonly SessionRow[];
  /** Whether more sessions arrived than fit on a page, so that the list must be reloaded. */
  readonly isGapped: boolean;
}

export function firstPage({ sessions, next }: SessionPage): SessionList {
  return { rows: sessions, placedAt: placed(sessions), next, arrived: [], isGapped: false };
}

export function withNextPage(list: SessionList, { sessions, next }: SessionPage): SessionList {
  const known = new Set([...list.rows, ...list.arrived].map(({ id }) => id));
  const rows = [...list.rows, ...sessions.filter(({ id }) => !known.has(id))];
  return { ...list, next, rows, placedAt: new Map([...placed(rows), ...list.placedAt]) };
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

/** Removes rows, for example of sessions that were archived here. */
export function without(list: SessionList, ids: ReadonlySet<string>): SessionList {
  return { ...list, rows: list.rows.filter(({ id }) => !ids.has(id)) };
}

/** Adds the waiting sessions and sorts by newest activity. */
export function sorted(list: SessionList): SessionList {
  const rows = byActivity([...list.arrived, ...list.rows]);
  return { ...list, arrived: [], rows, placedAt: placed(rows) };
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

const placed = (rows: readonly SessionRow[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]));

/** Consecutive rows of one day. */
export interface DayGroup {
  /** Local midnight, in milliseconds since 1970. */
  readonly day: number;
  readonly rows: readonly SessionRow[];
}

/** The rows in groups by day, in the order of the list. */
export function groupByDay({ rows, placedAt }: Pick<SessionList, "rows" | "placedAt">): readonly DayGroup[] {
  const groups: { day: number; rows: SessionRow[] }[] = [];
  for (const row of rows) {
    const day = new Date(placedAt.get(row.id) ?? row.updatedAt).setHours(0, 0, 0, 0);
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
}
