import type { Row, Rows } from "./database.ts";
import type { Scope } from "./search-scope.ts";

/** What is looked for in some ages. */
export interface Wanted {
  readonly ages: readonly string[];
  /** Groups of words: one, or several of one word each. */
  readonly groups: readonly (readonly string[])[];
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
  db: Rows,
  scope: Scope,
  wanted: Wanted,
  frequency: (word: string) => number = () => 0,
): Promise<Read[]> {
  const { ages, groups } = wanted;
  const isOne = groups.length === 1;
  const keys = [...(isOne ? groups[0]! : []), ...scope.marks]
    .sort((a, b) => frequency(a) - frequency(b))
    .map((word) => [word]);
  const values = [
    wanted.most,
    wanted.enough,
    ages,
    ...keys,
    ...scope.times.values,
    ...(scope.sessions?.values ?? []),
  ];
  if (isOne) {
    const text = `SELECT r.* FROM (${reading(keys.length, 1, scope)}) r`;
    return (await db.query(text, values)).map(toRead);
  }
  const text = `SELECT r.* FROM unnest($1::text[]) WITH ORDINALITY AS w (word, place)
    CROSS JOIN LATERAL (${reading(keys.length, 2, scope, "AND t.words @> ARRAY[w.word]")}) r ORDER BY w.place`;
  return (await db.query(text, [groups.map(([word]) => word), ...values])).map(toRead);
}

/**
 * The statement of one reading, whose values begin at `$at`: most, enough, the ages, the words. Each word is a condition
 * of its own, behind the ages and the rarest first: so the index leaps from match to match and never leaves the ages. The
 * words are selected so that the planner does not know them: by their frequency it would take another way, which is
 * endless for words that never meet.
 */
function reading(keys: number, at: number, { times, sessions }: Scope, more = ""): string {
  const next = at + 3 + keys;
  const conditions = Array.from(
    { length: keys },
    (_, key) => `AND t.words @> (SELECT $${at + 3 + key}::text[])`,
  );
  const held = sessions
    ? `AND EXISTS (SELECT 1 FROM clew.session s
         WHERE s.id = m.session_id AND ${sessions.sql(next + times.values.length)} OFFSET 0)`
    : "";
  return `WITH m AS MATERIALIZED (
      SELECT t.position, t.session_id, t.created_at FROM clew.thought t
      WHERE t.words && (SELECT $${at + 2}::text[]) ${conditions.join(" ")} ${more} LIMIT $${at}
    )
    SELECT array_to_string(ARRAY(
        SELECT m.position FROM m WHERE ${times.sql(next)} ${held} ORDER BY m.position DESC LIMIT $${at + 1}
      ), ' ') AS positions, (SELECT count(*) FROM m) AS examined`;
}

function toRead(row: Row): Read {
  const positions = row.positions as string;
  return {
    positions: positions === "" ? [] : positions.split(" ").map(Number),
    examined: row.examined as number,
  };
}
