import { createHash } from "node:crypto";
import type { Thought } from "../../../ledger/index.ts";
import { ownerTag } from "../../owner-ids.ts";
import { type Indexed, indexText } from "../../search/index-text.ts";
import { wordsOf } from "../../words.ts";
import type { Queryable } from "../database.ts";

/** A longer word is stored as its hash, because index entries have a size limit. */
const MAX_BYTES = 200;

interface Origin {
  readonly source?: Thought["source"] | undefined;
  /** The owner of the session. */
  readonly owner?: string | undefined;
}

/** The searchable text of a thought: its content and its declared facts. */
export const indexedText = (content: string, marks: string | null | undefined): string =>
  marks ? `${content}\n${marks}` : content;

/**
 * The index entries of a thought: the words of its searchable texts, its source and its owner. The database adds its
 * recency.
 */
export function thoughtWords({ source, owner, ...indexed }: Origin & Indexed): string[] {
  const words = new Set([...wordsOf(indexed.content), ...wordsOf(indexText(indexed))]);
  return [...[...words].map(storedWord), ...originWords({ source, owner })];
}

/** A word as the index stores it. */
export function storedWord(word: string): string {
  if (word.length * 3 <= MAX_BYTES || Buffer.byteLength(word) <= MAX_BYTES) return word;
  return `#${createHash("sha256").update(word).digest("base64url")}`;
}

/** The index entries of a source and an owner. Like hashes, they start with a character that words do not contain. */
export function originWords({ source, owner }: Origin): string[] {
  return [
    ...(source === undefined ? [] : [`!${source}`]),
    ...(owner === undefined ? [] : [`@${ownerTag(owner)}`]),
  ];
}

/** The frequency of words without statistics: PostgreSQL counts the most common ones only. */
export const RARE = 0.0005;

/** The fraction of all thoughts that contain a word. */
export type Frequency = (word: string) => number;

/** Reads the frequencies of words from PostgreSQL's statistics. */
export async function frequenciesOf(db: Queryable, words: readonly string[]): Promise<Frequency> {
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
