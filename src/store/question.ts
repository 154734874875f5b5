import { stem } from "./words/stem.ts";
import { forEachToken } from "./words/tokens.ts";

/** Limits on the length of a query and on its words. */
const LONGEST = 2000;
const MOST_WORDS = 32;

/** A word of a query. */
export interface QuestionWord {
  /** As written in the query; a text index treats it as one word. */
  readonly text: string;
  /** The stem, as stored in the index. */
  readonly stem: string;
}

/** The words of a query, each stem once. No part of the query is treated as query syntax. */
export function questionWords(question: string): QuestionWord[] {
  const text = question.slice(0, LONGEST);
  const words = new Map<string, string>();
  forEachToken(text, (token, begin, end) => {
    const found = stem(token);
    if (words.size < MOST_WORDS && !words.has(found)) words.set(found, text.slice(begin, end));
  });
  return [...words].map(([found, written]) => ({ text: written, stem: found }));
}
