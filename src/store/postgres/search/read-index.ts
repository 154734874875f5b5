import type { Queryable } from "../database.ts";
import { toPositions } from "./candidate-scan.ts";
import { formsIn, type WordGroup } from "./find-matches.ts";
import { bucketsUpTo, SMALLEST_BUCKET } from "./recency-buckets.ts";
import type { Scope } from "./search-scope.ts";
import { type Frequency, frequenciesOf } from "./thought-words.ts";

/** The approximate number of thoughts in the first read. Each further read covers up to four times as many. */
const FIRST_READ = 8_000;
/** The most matches of all groups together that one read examines. */
const MAX_MATCHES = 10_000;
/** Over-fetch factor, relative to the hit rate so far. */
const OVER_FETCH = 1.2;
/** A group with at most this many matches is rare. */
const RARE_MATCHES = 1_000;
/** The most index entries of the rarest word that one read may visit, which limits it for words that never occur together. */
export const MAX_ENTRIES = 60_000;

/** The frequency of the rarest of some words; a word in several forms is as frequent as its most frequent form. */
export function rarestOf(words: readonly string[], frequency: Frequency): number {
  return Math.min(...words.map((forms) => frequencyOf(forms, frequency)));
}

function frequencyOf(forms: string, frequency: Frequency): number {
  return forms.includes(" ") ? Math.max(...forms.split(" ").map(frequency)) : frequency(forms);
}

/**
 * Reads matches from the word index, the newest recency buckets first and more at a time: a common word needs little
 * reading, and a rare one few reads.
 */
export async function readIndex(
  db: Queryable,
  scope: Scope,
  groups: readonly WordGroup[],
  enough: number,
): Promise<void> {
  const max = Math.floor(MAX_MATCHES / groups.length);
  let open = groups;
  let size = FIRST_READ * scope.spacing;
  let frequency: Frequency | undefined;
  for (let last = scope.last; last >= scope.first && open.length > 0; ) {
    const { buckets, first } = bucketsUpTo(last, size);
    const results = await readBuckets(db, scope, { buckets, groups: open, enough, max }, frequency);
    if (!scope.sessions && results.length === 1 && results[0]!.examined >= max && size > SMALLEST_BUCKET) {
      // There are more, and these need not be the newest.
      size = Math.max(SMALLEST_BUCKET, size / 8);
      continue;
    }
    last = first - 1;
    for (const [index, group] of open.entries()) {
      const { positions, examined } = results[index]!;
      group.add(positions, first);
      group.examined += examined;
      group.isComplete = last < scope.first && examined < max;
    }
    open = open.filter((group) => group.needs(enough) && !(scope.sessions && group.examined >= max));
    if (open.length === 0) return;
    const seen = scope.last - last;
    frequency ??= await frequenciesOf(db, [...scope.origin, ...open.flatMap(formsIn)]);
    const maxPositions = maxPositionsOf(scope, frequency);
    const rare = open.filter((group) => maxPositions(group) >= scope.thoughts * scope.spacing);
    await fetchRare(db, scope, rare, { enough, max, seen }, frequency);
    open = open.filter(
      (group) => !group.isComplete && (group.words.length === 1 || seen < maxPositions(group)),
    );
    const needed = scope.sessions ? Number.POSITIVE_INFINITY : neededPositions(open, enough, seen);
    size = Math.min(size * 4, Math.max(size, needed), ...open.map(maxPositions));
  }
}

/** Over how many positions the rarest word of a group has `MAX_ENTRIES` index entries. */
function maxPositionsOf({ origin, spacing }: Scope, frequency: Frequency) {
  return ({ words }: WordGroup) => (MAX_ENTRIES / rarestOf([...words, ...origin], frequency)) * spacing;
}

/** How many more positions to read, if matches are as dense as so far. */
function neededPositions(groups: readonly WordGroup[], enough: number, seen: number): number {
  return Math.max(...groups.map(({ positions }) => OVER_FETCH * seen * (enough / positions.size - 1)));
}

interface Progress {
  readonly enough: number;
  readonly max: number;
  /** How many positions were read. */
  readonly seen: number;
}

/**
 * Fetches all matches of the groups that seem rare, regardless of recency: the index skips from one rare word to the next
 * far faster than through the buckets. A group that turns out to be common is marked, and its matches are dropped.
 */
async function fetchRare(
  db: Queryable,
  scope: Scope,
  groups: readonly WordGroup[],
  { enough, max, seen }: Progress,
  frequency: Frequency,
): Promise<void> {
  const few = Math.min(RARE_MATCHES, max / 2);
  const unseen = (scope.thoughts * scope.spacing) / seen;
  const chosen = groups.filter(({ isCommon, examined }) => !isCommon && (examined + 1) * unseen <= few);
  if (chosen.length === 0) return;
  const results = await readBuckets(db, scope, { groups: chosen, enough, max: 2 * few }, frequency);
  for (const [index, group] of chosen.entries()) {
    const { positions, examined } = results[index]!;
    group.isComplete = examined < 2 * few;
    group.isCommon = !group.isComplete;
    if (group.isComplete) group.add(positions, scope.first);
  }
}

interface BucketRead {
  /** All buckets if undefined. */
  readonly buckets?: readonly string[];
  /** One group, or several groups of one word each. */
  readonly groups: readonly { readonly words: readonly string[] }[];
  /** How many positions to return for each group. */
  readonly enough: number;
  /** How many matches to examine for each group, before times and sessions are applied. */
  readonly max: number;
}

interface BucketResult {
  /** Newest first. */
  readonly positions: readonly number[];
  readonly examined: number;
}

async function readBuckets(
  db: Queryable,
  scope: Scope,
  { buckets, groups, enough, max }: BucketRead,
  frequency: Frequency = () => 0,
): Promise<BucketResult[]> {
  const isOne = groups.length === 1;
  const words = [...(isOne ? groups[0]!.words : []), ...scope.origin]
    .sort((a, b) => frequencyOf(a, frequency) - frequencyOf(b, frequency))
    .map((word) => ["&&", word.split(" ")] as const);
  const conditions = [...(buckets ? [["&&", buckets] as const] : []), ...words];
  const operators = conditions.map(([operator]) => operator);
  const values = [
    max,
    enough,
    ...conditions.map(([, operand]) => operand),
    ...scope.times.values,
    ...(scope.sessions?.values ?? []),
  ];
  const rows = isOne
    ? await db.query(`SELECT r.* FROM (${bucketQuery(operators, 1, scope)}) r`, values)
    : await db.query(
        `SELECT r.* FROM unnest($1::text[]) WITH ORDINALITY AS w (word, number)
         CROSS JOIN LATERAL (${bucketQuery(operators, 2, scope, ["t.words && string_to_array(w.word, ' ')"])}) r ORDER BY w.number`,
        [groups.map((group) => group.words[0]), ...values],
      );
  return rows.map(({ positions, examined }) => ({
    positions: toPositions(positions as string),
    examined: examined as number,
  }));
}

/**
 * One read, with parameters from `$from`: max, enough, then the right side of each operator. Each word is its own
 * condition, after the buckets and the rarest first, so that the index skips from match to match and never leaves the
 * buckets. The subselects hide the words from the planner: knowing their frequencies it would choose a plan that never
 * ends for words that do not occur together.
 */
function bucketQuery(
  operators: readonly string[],
  from: number,
  { times, sessions }: Scope,
  more: readonly string[] = [],
): string {
  const next = from + 2 + operators.length;
  const conditions = operators.map(
    (operator, index) => `t.words ${operator} (SELECT $${from + 2 + index}::text[])`,
  );
  const inSessions = sessions
    ? `AND EXISTS (SELECT 1 FROM clew.session s
         WHERE s.id = m.session_id AND ${sessions.sql(next + times.values.length)} OFFSET 0)`
    : "";
  return `WITH m AS MATERIALIZED (
      SELECT t.position, t.session_id, t.created_at FROM clew.thought t
      WHERE ${[...conditions, ...more].join(" AND ")} LIMIT $${from}
    )
    SELECT array_to_string(ARRAY(
        SELECT m.position FROM m WHERE ${times.sql(next)} ${inSessions} ORDER BY m.position DESC LIMIT $${from + 1}
      ), ' ') AS positions, (SELECT count(*) FROM m) AS examined`;
}
