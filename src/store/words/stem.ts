import { ENDINGS_2, ENDINGS_3, ENDINGS_4, type Ending } from "./endings.ts";
import { endsShort, hasVowel, isVowelLetter, measure } from "./measure.ts";

/** Shorter and longer words are not stemmed; in bytes. */
const SHORTEST = 3;
const LONGEST = 64;
/** Words are cut to this many bytes. */
const LONGEST_KEPT = 32_768;
/** Prefix of a word whose bytes are not valid text; each character after it is one byte. No token contains it. */
export const BYTES = "\u0001";

/**
 * The stem of a lowercase word, by M. F. Porter's algorithm ("An algorithm for suffix stripping", 1980) as SQLite
 * applies it: to bytes, where a byte that is not an ASCII letter counts as a consonant, and a suffix counts only if
 * something precedes it.
 */
export function stem(word: string): string {
  const { length } = word;
  // Suffixes are ASCII letters; a word with another last character does not change.
  const last = word.charCodeAt(length - 1);
  if (length > LONGEST || last < 97 || last > 122) return length * 3 <= LONGEST_KEPT ? word : cut(word);
  if (isAscii(word)) return length < SHORTEST ? word : stemOf(word);
  const bytes = Buffer.from(word).toString("latin1");
  if (bytes.length < SHORTEST || bytes.length > LONGEST) return word;
  const stemmed = stemOf(bytes);
  return stemmed === bytes ? word : toText(stemmed);
}

function stemOf(word: string): string {
  let rest = withoutPast(withoutPlural(word));
  if (rest.endsWith("y") && hasVowel(rest, rest.length - 1)) rest = `${rest.slice(0, -1)}i`;
  rest = replaced(rest, ENDINGS_2, 0);
  rest = replaced(rest, ENDINGS_3, 0);
  rest = replaced(rest, ENDINGS_4, 1);
  return withoutLast(rest);
}

/** Step 1a. */
function withoutPlural(word: string): string {
  const { length } = word;
  if (!word.endsWith("s") || word.endsWith("ss")) return word;
  const two = (length > 4 && word.endsWith("sses")) || (length > 3 && word.endsWith("ies"));
  return word.slice(0, two ? -2 : -1);
}

/** Step 1b. */
function withoutPast(word: string): string {
  const { length } = word;
  if (length > 3 && word.endsWith("eed")) return measure(word, length - 3) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith("ed") ? 2 : length > 3 && word.endsWith("ing") ? 3 : 0;
  if (ending === 0 || length <= ending || !hasVowel(word, length - ending)) return word;
  return restored(word.slice(0, -ending));
}

/** After removing -ed or -ing, restores a final e or removes a doubled letter. */
function restored(rest: string): string {
  const { length } = rest;
  if (length > 2 && (rest.endsWith("at") || rest.endsWith("bl") || rest.endsWith("iz"))) return `${rest}e`;
  const last = rest.charCodeAt(length - 1);
  const isDouble = length > 1 && last === rest.charCodeAt(length - 2);
  // l, s and z stay double.
  if (isDouble && !isVowelLetter(last) && last !== 108 && last !== 115 && last !== 122)
    return rest.slice(0, -1);
  return measure(rest, length) === 1 && endsShort(rest, length) ? `${rest}e` : rest;
}

/** Steps 2 to 4: replaces the first suffix that fits if enough precedes it. */
function replaced(word: string, endings: readonly (readonly Ending[])[], above: number): string {
  const { length } = word;
  const candidates = endings[word.charCodeAt(length - 2) - 97];
  if (!candidates) return word;
  for (const { ending, replacement, behind } of candidates) {
    if (length <= ending.length || !word.endsWith(ending)) continue;
    const end = length - ending.length;
    if (behind && !behind.includes(word[end - 1]!)) continue;
    return measure(word, end) > above ? word.slice(0, end) + replacement : word;
  }
  return word;
}

/** Step 5. */
function withoutLast(word: string): string {
  let rest = word;
  if (rest.endsWith("e")) {
    const end = rest.length - 1;
    const size = measure(rest, end);
    if (size > 1 || (size === 1 && !endsShort(rest, end))) rest = rest.slice(0, -1);
  }
  return rest.endsWith("ll") && measure(rest, rest.length - 1) > 1 ? rest.slice(0, -1) : rest;
}

function cut(word: string): string {
  const bytes = Buffer.from(word);
  return bytes.length <= LONGEST_KEPT ? word : toText(bytes.toString("latin1", 0, LONGEST_KEPT));
}

/** Decodes bytes; if a character was cut in two, each of its bytes becomes a character. */
function toText(bytes: string): string {
  const text = Buffer.from(bytes, "latin1").toString();
  return text.includes("\ufffd") ? BYTES + bytes : text;
}

function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) > 127) return false;
  return true;
}
