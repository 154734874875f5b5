import { forEachToken } from "../words/tokens.ts";

/** The most parts of one identifier. */
const MOST_PARTS = 8;
/** Longer words are not identifiers that a person wrote. */
const LONGEST = 80;

/** The parts of a word in camel case, such as `retryBudget`, in lower case; none if it has no parts. */
export function partsOf(word: string): string[] {
  if (word.length < 4 || word.length > LONGEST || !/[a-z][A-Z]|[A-Z]{2}[a-z]/.test(word)) return [];
  const parts = word
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(" ")
    .filter((part) => part.length > 1);
  return parts.length < 2 || parts.length > MOST_PARTS ? [] : parts.map((part) => part.toLowerCase());
}

/** The parts of all identifiers in a text, for its index entries. */
export function identifierParts(text: string): string[] {
  if (!/[a-z][A-Z]|[A-Z]{2}[a-z]/.test(text)) return [];
  const parts = new Set<string>();
  forEachToken(text, (_token, begin, end) => {
    if (end - begin <= LONGEST) for (const part of partsOf(text.slice(begin, end))) parts.add(part);
  });
  return [...parts];
}
