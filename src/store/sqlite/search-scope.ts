import type { DatabaseSync } from "node:sqlite";
import { AFTER_UNFINISHED, UNFINISHED } from "../erasure-tables.ts";
import { ownerTag } from "../owner-ids.ts";
import type { SearchQuery } from "../port.ts";
import { sessionCondition } from "./session-condition.ts";

/** The part of the ledger that a search covers. */
export interface Scope {
  /** The newest position of the ledger. */
  readonly total: number;
  /** The positions within the time range. */
  readonly first: number;
  readonly last: number;
  /** Words that the text index has beside the content: the source and the owner's tag. */
  readonly marks: readonly string[];
  /**
   * The time range, if there are imported thoughts: their times are older than their positions suggest, so positions are
   * not sufficient.
   */
  readonly times?: { readonly since: number; readonly until: number };
  /** Absent if there is no restriction on sessions. */
  readonly sessions?: ReadonlySet<string>;
  /** Sessions to leave out of a search in all sessions. */
  readonly except?: ReadonlySet<string>;
  /** The approximate number of thoughts in the sessions and the time range. */
  readonly thoughts: number;
}

/** Creates the function that turns the filters of a search into a scope. */
export function createScope(db: DatabaseSync): (query: SearchQuery) => Scope {
  const newest = db.prepare("SELECT max(position) AS position FROM thought");
  const count = db.prepare("SELECT thought_count FROM session WHERE id = ?");
  const at = db.prepare(
    "SELECT position, created_at FROM thought WHERE position >= ? ORDER BY position LIMIT 1",
  );

  const imported = db.prepare("SELECT 1 FROM imported_thought LIMIT 1");

  /** The first position written at this time or later. Positions grow with time, so bisection finds it. */
  function firstAt(time: number, total: number): number {
    let [low, high] = [1, total + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = at.get(middle);
      if (row && (row.created_at as number) < time) low = (row.position as number) + 1;
      else high = middle;
    }
    return low;
  }

  const archived = db.prepare("SELECT id FROM session WHERE archived_at IS NOT NULL");
  const hidden = db.prepare("SELECT substr(name, ?) AS id FROM tombstone WHERE name >= ? AND name < ?");

  /** Sessions that a search in all sessions leaves out: archived ones, and those that are being deleted. */
  function leftOut(query: SearchQuery): ReadonlySet<string> {
    const rows = [
      ...(query.archived ? [] : archived.all()),
      ...hidden.all(UNFINISHED.length + 1, UNFINISHED, AFTER_UNFINISHED),
    ];
    return new Set(rows.map(({ id }) => id as string));
  }

  function sessionsOf({
    project,
    tags = [],
    sessionId,
    owner,
    archived,
  }: SearchQuery): ReadonlyMap<string, number> | undefined {
    if (project === undefined && tags.length === 0)
      return sessionId === undefined ? undefined : new Map([[sessionId, countOf(sessionId)]]);
    const { condition, values } = sessionCondition({
      tags,
      ...((archived || sessionId !== undefined) && { archived: "all" }),
      project,
      owner,
    });
    const rows = db.prepare(`SELECT id, thought_count FROM session ${condition}`).all(...values);
    const found = new Map(rows.map((row) => [row.id as string, row.thought_count as number]));
    if (sessionId === undefined) return found;
    return new Map(found.has(sessionId) ? [[sessionId, found.get(sessionId)!]] : []);
  }

  const countOf = (sessionId: string) => (count.get(sessionId)?.thought_count as number | undefined) ?? 0;

  return (query) => {
    const total = (newest.get()?.position as number | null) ?? 0;
    const { since, until, source, owner } = query;
    const counts = sessionsOf(query);
    const except = counts ? undefined : leftOut(query);
    const isTimed = since !== undefined || until !== undefined;
    const isImported = isTimed && imported.get() !== undefined;
    const first = since === undefined || isImported ? 1 : firstAt(Date.parse(since), total);
    const last = until === undefined || isImported ? total : firstAt(Date.parse(until) + 1, total) - 1;
    const inTime = Math.max(0, last - first + 1);
    const inSessions = counts && [...counts.values()].reduce((sum, more) => sum + more, 0);
    return {
      total,
      first,
      last,
      thoughts: Math.min(inTime, inSessions ?? inTime),
      ...(isImported && {
        times: {
          since: since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since),
          until: until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until),
        },
      }),
      marks: [...(source === undefined ? [] : [source]), ...(owner === undefined ? [] : [ownerTag(owner)])],
      ...(counts && { sessions: new Set(counts.keys()) }),
      ...(except && except.size > 0 && { except }),
    };
  };
}
