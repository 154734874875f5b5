/** The name that a misspelt one most likely means; undefined if none is similar. */
export function closest(written: string, names: readonly string[]): string | undefined {
  const [best] = rank(written, names);
  return best !== undefined && best.distance <= MAX_SHARE * Math.max(best.given, best.length)
    ? best.name
    : undefined;
}

/** The names, most similar to a misspelt one first. */
export function byCloseness(written: string, names: readonly string[]): readonly string[] {
  return rank(written, names).map(({ name }) => name);
}

/** A name is similar if at most this share of its characters differ. */
const MAX_SHARE = 0.4;

function rank(written: string, names: readonly string[]) {
  const given = normalizedName(written);
  const words = wordsOf(written);
  return names
    .map((name) => {
      const plain = normalizedName(name);
      const spelling = edits(given, plain);
      const distance = sharesWords(words, wordsOf(name)) || contains(given, plain) ? 0 : spelling;
      return { name, distance, spelling, given: given.length, length: plain.length };
    })
    .sort((a, b) => a.distance - b.distance || a.spelling - b.spelling);
}

/** Whether all words of one name are in the other, in order: `six-hats` is `six-thinking-hats`. */
function sharesWords(given: readonly string[], name: readonly string[]): boolean {
  const [few, many] = given.length <= name.length ? [given, name] : [name, given];
  let at = 0;
  for (const word of many) if (isNearWord(word, few[at])) at++;
  return few.length > 0 && at === few.length && few.join("").length > 2;
}

/** Whether two words are equal except for an ending or, in longer words, one letter. */
function isNearWord(a: string, b: string | undefined): boolean {
  if (b === undefined) return false;
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  return shorter > 2 && (a.startsWith(b) || b.startsWith(a) || (shorter > 3 && edits(a, b) === 1));
}

function contains(given: string, name: string): boolean {
  return given.length > 2 && name.length > 2 && (name.includes(given) || given.includes(name));
}

/** How many characters must be added, removed or replaced to turn one text into another. */
function edits(given: string, name: string): number {
  let row = Array.from({ length: name.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...given].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...name].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[name.length]!;
}

/** Longer inputs are not compared: no name is nearly as long. */
const MAX_NAME = 100;

/** A name without case, spaces and punctuation, for comparing. */
export function normalizedName(name: string): string {
  return name.length > MAX_NAME ? "" : name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

function wordsOf(name: string): readonly string[] {
  const words = name.length > MAX_NAME ? [] : (name.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  return words.map((word) => (/^\d$/.test(word) ? DIGITS[Number(word)]! : word));
}
