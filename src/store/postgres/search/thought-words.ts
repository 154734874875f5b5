import { createHash } from "node:crypto";
import type { Thought } from "../../../ledger/index.ts";
import { ownerTag } from "../../owner-ids.ts";
import { wordsOf } from "../../words.ts";

/** A word of more bytes is kept as its hash: an index entry has a limit. */
const LONGEST = 200;

/** What a thought is found by, but for its age: the words of its content, and marks of its door and its owner. */
export function thoughtWords({
  content,
  source,
  owner,
}: {
  readonly content: string;
  readonly source: Thought["source"];
  /** Of its session. */
  readonly owner?: string | undefined;
}): string[] {
  return [...wordsOf(content).map(keptWord), ...marksOf({ source, owner })];
}

/** A word as it is kept. */
export function keptWord(word: string): string {
  if (word.length * 3 <= LONGEST || Buffer.byteLength(word) <= LONGEST) return word;
  return `#${createHash("sha256").update(word).digest("base64url")}`;
}

/** The marks of a door and an owner. Like a hash, they begin with a sign that is part of no word. */
export function marksOf({
  source,
  owner,
}: {
  readonly source?: Thought["source"] | undefined;
  readonly owner?: string | undefined;
}): string[] {
  return [
    ...(source === undefined ? [] : [`!${source}`]),
    ...(owner === undefined ? [] : [`@${ownerTag(owner)}`]),
  ];
}
