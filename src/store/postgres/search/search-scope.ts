import type { SearchQuery } from "../../port.ts";
import type { Queryable } from "../database.ts";
import { type Condition, conditionOf } from "./condition.ts";
import { marksOf } from "./thought-words.ts";

/** So many positions has a transaction, which is usually one thought. */
const PER_TRANSACTION = 4096;
/** The clocks of servers that write to one database may be apart by so much. */
const CLOCKS_APART_MS = 60_000;

/** Where a search looks. */
export interface Scope {
  /** About how many thoughts there are. */
  readonly thoughts: number;
  /** About how many positions a thought takes. */
  readonly spacing: number;
  /** The positions that the times allow. */
  readonly first: number;
  readonly last: number;
  /** Words that the index keeps beside those of the content: of the door and the owner. */
  readonly marks: readonly string[];
  /** Holds a thought `m` to the times. */
  readonly times: Condition;
  /** Holds a session `s` to those asked for; absent when any will do. */
  readonly sessions?: Condition;
}

/** Turns the filters of a search into a scope; undefined when there is nothing to search. */
export async function scopeOf(db: Queryable, query: SearchQuery): Promise<Scope | undefined> {
  const since = query.since === undefined ? undefined : Date.parse(query.since);
  const until = query.until === undefined ? undefined : Date.parse(query.until);
  const [row] = await db.query(
    `SELECT min(position) AS first, max(position) AS last,
       (SELECT reltuples::float8 FROM pg_class WHERE oid = 'clew.thought'::regclass) AS counted FROM clew.thought`,
  );
  if (row?.last == null) return undefined;
  const [first, last, counted] = [row.first as number, row.last as number, row.counted as number];
  const transactions = (last - first) / PER_TRANSACTION + 1;
  // The count is that of the last time the server looked.
  const thoughts = counted < 1 ? transactions : Math.min(counted, transactions);
  const firstAt = (time: number) => firstPosition(db, time, first, last);
  const sessions = sessionsOf(query);
  return {
    thoughts,
    spacing: (transactions / thoughts) * PER_TRANSACTION,
    first: since === undefined ? first : await firstAt(since - CLOCKS_APART_MS),
    last: until === undefined ? last : (await firstAt(until + CLOCKS_APART_MS)) - 1,
    marks: marksOf(query),
    times: conditionOf([
      ...(since === undefined ? [] : [["m.created_at >= ", since] as const]),
      ...(until === undefined ? [] : [["m.created_at <= ", until] as const]),
    ]),
    ...(sessions && { sessions }),
  };
}

/** The first position written at this time or later. Positions grow with time, so halving finds it. */
async function firstPosition(db: Queryable, time: number, oldest: number, newest: number): Promise<number> {
  const [row] = await db.query(
    `SELECT max(h.low) AS low FROM (
       WITH RECURSIVE halving (low, high) AS (
         SELECT $2::bigint, $3::bigint + 1
         UNION ALL
         SELECT CASE WHEN t.created_at < $1::bigint THEN t.position + 1 ELSE low END,
           CASE WHEN t.created_at < $1::bigint THEN high ELSE (low + high) / 2 END
         FROM halving, LATERAL (
           SELECT position, created_at FROM clew.thought WHERE position >= (low + high) / 2 ORDER BY position LIMIT 1
         ) t
         WHERE low < high
       ) SELECT low FROM halving
     ) h`,
    [time, oldest, newest],
  );
  return row!.low as number;
}

function sessionsOf({ project, tags = [], sessionId, owner }: SearchQuery): Condition | undefined {
  if (project === undefined && tags.length === 0 && sessionId === undefined) return undefined;
  return conditionOf([
    ...(sessionId === undefined ? [] : [["s.id = ", sessionId] as const]),
    ...(project === undefined ? [] : [["s.project = ", project] as const]),
    ...(tags.length === 0 ? [] : [["s.tags <> '{}' AND s.tags @> ", tags] as const]),
    ...(owner === undefined ? [] : [["s.owner = ", owner] as const]),
  ]);
}
