import { stem } from "./words/stem.ts";
import { forEachToken } from "./words/tokens.ts";

/**
 * The words that a text is found by, each once: those that SQLite's tokenizer `porter unicode61 remove_diacritics 2`
 * makes of it, byte for byte. Two texts share a word here exactly when they share one there.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  forEachToken(text, (token) => words.add(stem(token)));
  return [...words];
}
