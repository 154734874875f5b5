import { AFTER_UNFINISHED, UNFINISHED } from "../../erasure-tables.ts";
import type { SearchQuery } from "../../port.ts";
import type { Queryable } from "../database.ts";
import { originWords } from "./thought-words.ts";

/** The positions of one transaction, which usually writes one thought. */
const PER_TRANSACTION = 4096;
/** How far the clocks of servers may differ. */
const CLOCK_SKEW_MS = 60_000;

/** An SQL condition with its values. */
export interface Condition {
  /** The SQL, with `$from` as its first parameter. */
  sql(from: number): string;
  readonly values: readonly unknown[];
}

/** The part of the ledger that a search covers. */
export interface Scope {
  /** The approximate number of thoughts in the ledger. */
  readonly thoughts: number;
  /** The approximate number of positions per thought. */
  readonly spacing: number;
  /** The range of positions within the time limits. */
  readonly first: number;
  readonly last: number;
  /** Index entries for the source and the owner, which thoughts must have besides the words. */
  readonly origin: readonly string[];
  /** Limits a thought `m` to the times. */
  readonly times: Condition;
  /** Limits a session `s`; undefined for all sessions. */
  readonly sessions: Condition | undefined;
}

/** The scope of a search; undefined if there are no thoughts. */
export async function scopeOf(db: Queryable, query: SearchQuery): Promise<Scope | undefined> {
  const since = query.since === undefined ? undefined : Date.parse(query.since);
  const until = query.until === undefined ? undefined : Date.parse(query.until);
  const [row] = await db.query(
    `SELECT min(position) AS first, max(position) AS last,
       (SELECT reltuples::float8 FROM pg_class WHERE oid = 'clew.thought'::regclass) AS counted,
       EXISTS (SELECT 1 FROM clew.session WHERE archived_at IS NOT NULL) AS archives,
       EXISTS (SELECT 1 FROM clew.tombstone WHERE name >= $1 AND name < $2) AS hides,
       EXISTS (SELECT 1 FROM clew.imported_thought) AS imported FROM clew.thought`,
    [UNFINISHED, AFTER_UNFINISHED],
  );
  if (row?.last == null) return undefined;
  const [first, last, counted] = [row.first as number, row.last as number, row.counted as number];
  const transactions = (last - first) / PER_TRANSACTION + 1;
  // PostgreSQL's count may be outdated, or missing.
  const thoughts = counted < 1 ? transactions : Math.min(counted, transactions);
  // Imported thoughts have older times than their positions suggest, so positions cannot limit the times.
  const isImported = row.imported as boolean;
  const firstAt = (time: number) => firstPosition(db, time, first, last);
  return {
    thoughts,
    spacing: (transactions / thoughts) * PER_TRANSACTION,
    first: since === undefined || isImported ? first : await firstAt(since - CLOCK_SKEW_MS),
    last: until === undefined || isImported ? last : (await firstAt(until + CLOCK_SKEW_MS)) - 1,
    origin: originWords(query),
    times: conditionOf([
      ["m.created_at >= ", since],
      ["m.created_at <= ", until],
    ]),
    sessions:
      sessionsOf({ ...query, archived: query.archived || !row.archives }) ??
      // Thoughts without a session are being erased.
      (row.hides ? conditionOf([]) : undefined),
  };
}

/** The first position written at this time or later, by binary search: positions grow with time. */
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

function sessionsOf(query: SearchQuery): Condition | undefined {
  const { project, tags = [], sessionId, owner } = query;
  const archived = query.archived || sessionId !== undefined;
  if (archived && project === undefined && tags.length === 0 && sessionId === undefined) return undefined;
  return conditionOf([
    ["s.archived_at IS NULL = ", archived ? undefined : true],
    ["s.id = ", sessionId],
    ["s.project = ", project],
    ["s.tags <> '{}' AND s.tags @> ", tags.length === 0 ? undefined : tags],
    ["s.owner = ", owner],
  ]);
}

/** The conjunction of expressions whose right side is a value; those without a value are left out. */
function conditionOf(parts: readonly (readonly [sql: string, value: unknown])[]): Condition {
  const present = parts.filter(([, value]) => value !== undefined);
  return {
    sql: (from) => ["true", ...present.map(([sql], index) => `${sql}$${from + index}`)].join(" AND "),
    values: present.map(([, value]) => value),
  };
}
