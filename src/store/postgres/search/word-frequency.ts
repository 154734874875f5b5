import type { Queryable } from "../database.ts";

/** What a word has that is not among those counted: they are the most frequent ones. */
export const RARE = 0.0005;

/** So many entries of the rarest of some words are read at once, and no more where the words never meet. */
export const MOST_ENTRIES = 60_000;

/** Which part of all thoughts hold the rarest of some words. */
export function rarestOf(words: readonly string[], frequency: (word: string) => number): number {
  return Math.min(...words.map(frequency));
}

/** Tells which part of all thoughts hold each of some words, by what the server last counted. */
export async function frequenciesOf(
  db: Queryable,
  words: readonly string[],
): Promise<(word: string) => number> {
  if (words.length === 0) return () => RARE;
  const rows = await db.query(
    `SELECT c.word, c.frequency FROM (
       SELECT unnest(most_common_elems::text::text[]) AS word, unnest(most_common_elem_freqs) AS frequency
       FROM pg_stats WHERE schemaname = 'clew' AND tablename = 'thought' AND attname = 'words'
     ) c WHERE c.word = ANY ($1::text[])`,
    [words],
  );
  const counted = new Map(rows.map(({ word, frequency }) => [word as string, frequency as number]));
  return (word) => counted.get(word) ?? RARE;
}
