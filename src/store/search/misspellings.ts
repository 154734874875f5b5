import { isStopWord } from "./stop-words.ts";

/** Shorter words are not corrected, because too many similar words exist. */
const SHORTEST = 6;
const LONGEST = 20;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/**
 * The words that differ from a lowercase word by one typing mistake: a letter too many, a letter missing, another
 * letter, or two letters exchanged. Hardly any of them exists, so they are looked up rather than listed.
 */
export function misspellingsOf(word: string): string[] {
  if (word.length < SHORTEST || word.length > LONGEST || !/^[a-z]+$/.test(word)) return [];
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after !== "") found.add(before + after.slice(1));
    if (after.length > 1) found.add(before + after[1]! + after[0]! + after.slice(2));
    for (const letter of LETTERS) {
      found.add(before + letter + after);
      if (after !== "") found.add(before + letter + after.slice(1));
    }
  }
  found.delete(word);
  return [...found].filter((close) => !isStopWord(close));
}
