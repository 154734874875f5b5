import { stem } from "./words/stem.ts";
import { forEachToken } from "./words/tokens.ts";

/**
 * The words that a text is found by, each once: exactly those that SQLite's tokenizer `porter unicode61
 * remove_diacritics 2` produces, so that both backends match the same texts.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  forEachToken(text, (token) => words.add(stem(token)));
  return [...words];
}
