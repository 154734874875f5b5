import { type Phrases, phrasesAt } from "./lexicon.ts";
import { stemsOf } from "./stems.ts";
import { baseOf } from "./verbs.ts";
import { classesOf } from "./word-classes.ts";

/** What is known of a word, computed once for all texts. */
export interface Word {
  /** Base forms of its pieces: "doesn't" is "do" and "not". */
  readonly bases: readonly string[];
  /** The phrases that begin with each piece. */
  readonly phrases: readonly (Phrases | undefined)[];
  /** What it says about the topic of a sentence; nothing if it is a function word. */
  readonly stems: readonly string[];
  /** What it says about the work, by the place of each class in `CLASSES`. */
  readonly classes: Uint8Array | undefined;
  /** Equal for all numbers. */
  readonly hash: number;
}

/** How many words are kept. A text in another language or of random characters must not fill the memory. */
const KEPT = 20_000;
const CONTRACTIONS = new Map<string, readonly string[]>([
  ["can't", ["can", "not"]],
  ["cannot", ["can", "not"]],
  ["won't", ["will", "not"]],
  ["shan't", ["will", "not"]],
  ["let's", ["let", "us"]],
]);
const known = new Map<string, Word>();

/** Looks a lowercase word up. */
export function wordOf(text: string): Word {
  const found = known.get(text);
  if (found) return found;
  const bases = piecesOf(text).map(baseOf);
  const word = {
    bases,
    phrases: bases.map(phrasesAt),
    stems: stemsOf(withoutAccents(text)),
    classes: classesOf(text),
    hash: /\d/.test(text) ? 0 : hash(text),
  };
  if (known.size >= KEPT) known.clear();
  // Concatenation copies the word: a mere slice would keep its whole text alive.
  known.set(` ${text}`.slice(1), word);
  return word;
}

/** "Gävle" and "gavle" are one topic. */
function withoutAccents(word: string): string {
  return /^[\x20-\x7e]*$/.test(word) ? word : word.normalize("NFD").replace(/\p{M}/gu, "");
}

/** "doesn't" is two words, and so is "we'll". */
function piecesOf(word: string): readonly string[] {
  const contraction = CONTRACTIONS.get(word);
  if (contraction) return contraction;
  if (word.endsWith("n't")) return [word.slice(0, -3), "not"];
  const apostrophe = word.indexOf("'");
  return apostrophe > 0 ? [word.slice(0, apostrophe), word.slice(apostrophe)] : [word];
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
  return value | 1;
}
