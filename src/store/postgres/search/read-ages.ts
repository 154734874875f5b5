import type { Queryable, Row } from "../database.ts";
import type { Scope } from "./search-scope.ts";

/** What is looked for in some ages. */
export interface Wanted {
  /** Absent when any will do. */
  readonly ages?: readonly string[];
  /** Groups of words: one, or several of one word each. */
  readonly groups: readonly { readonly words: readonly string[] }[];
  /** How many positions are enough of each. */
  readonly enough: number;
  /** How many matches are looked at of each, whatever they are held to. */
  readonly most: number;
}

/** What a reading found of one group of words. */
export interface Read {
  /** Newest first. */
  readonly positions: readonly number[];
  /** How many thoughts were looked at, before they were held to times and sessions. */
  readonly examined: number;
}

/** Reads where the thoughts of some ages stand that hold all words of a group; of rare words it reads less. */
export async function readAges(
  db: Queryable,
  scope: Scope,
  { ages, groups, enough, most }: Wanted,
  frequency: (word: string) => number = () => 0,
): Promise<Read[]> {
  const isOne = groups.length === 1;
  const keys = [...(isOne ? groups[0]!.words : []), ...scope.marks]
    .sort((a, b) => frequency(a) - frequency(b))
    .map((word) => ["@>", [word]] as const);
  const held = [...(ages ? [["&&", ages] as const] : []), ...keys];
  const values = [
    most,
    enough,
    ...held.map(([, words]) => words),
    ...scope.times.values,
    ...(scope.sessions?.values ?? []),
  ];
  const signs = held.map(([sign]) => sign);
  if (isOne) {
    const text = `SELECT r.* FROM (${reading(signs, 1, scope)}) r`;
    return (await db.query(text, values)).map(toRead);
  }
  const text = `SELECT r.* FROM unnest($1::text[]) WITH ORDINALITY AS w (word, place)
    CROSS JOIN LATERAL (${reading(signs, 2, scope, ["t.words @> ARRAY[w.word]"])}) r ORDER BY w.place`;
  return (await db.query(text, [groups.map(({ words }) => words[0]), ...values])).map(toRead);
}

/**
 * The statement of one reading, whose values begin at `$at`: most, enough, then what each sign compares the words with.
 * Each word is a condition of its own, behind the ages and the rarest first: so the index leaps from match to match and
 * never leaves the ages. The words are selected so that the planner does not know them: by their frequency it would take
 * another way, which is endless for words that never meet.
 */
function reading(
  signs: readonly string[],
  at: number,
  { times, sessions }: Scope,
  more: readonly string[] = [],
): string {
  const next = at + 2 + signs.length;
  const conditions = signs.map((sign, place) => `t.words ${sign} (SELECT $${at + 2 + place}::text[])`);
  const held = sessions
    ? `AND EXISTS (SELECT 1 FROM clew.session s
         WHERE s.id = m.session_id AND ${sessions.sql(next + times.values.length)} OFFSET 0)`
    : "";
  return `WITH m AS MATERIALIZED (
      SELECT t.position, t.session_id, t.created_at FROM clew.thought t
      WHERE ${[...conditions, ...more].join(" AND ")} LIMIT $${at}
    )
    SELECT array_to_string(ARRAY(
        SELECT m.position FROM m WHERE ${times.sql(next)} ${held} ORDER BY m.position DESC LIMIT $${at + 1}
      ), ' ') AS positions, (SELECT count(*) FROM m) AS examined`;
}

function toRead({ positions, examined }: Row): Read {
  return { positions: toPositions(positions as string), examined: examined as number };
}

/** The positions in the text that a statement gives them as. */
export function toPositions(text: string): number[] {
  return text === "" ? [] : text.split(" ").map(Number);
}
