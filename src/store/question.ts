import { stem } from "./words/stem.ts";
import { forEachToken } from "./words/tokens.ts";

/** So much of a question is read, and so many of its words. */
const LONGEST = 2000;
const MOST_WORDS = 32;

/** A word of a question. */
export interface QuestionWord {
  /** As it stands in the question; a text index makes one word of it. */
  readonly text: string;
  /** As the index has it. */
  readonly stem: string;
}

/** The words of a question, each stem once; nothing in it is query syntax. */
export function questionWords(question: string): QuestionWord[] {
  const text = question.slice(0, LONGEST);
  const words = new Map<string, string>();
  forEachToken(text, (token, begin, end) => {
    const found = stem(token);
    if (words.size < MOST_WORDS && !words.has(found)) words.set(found, text.slice(begin, end));
  });
  return [...words].map(([found, written]) => ({ text: written, stem: found }));
}
