const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const LARGE: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1000,
  million: 1e6,
  billion: 1e9,
};
const VALUES = new Map<string, number>([
  ...ONES.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, 20 + 10 * index] as const),
]);
const WORD = [...VALUES.keys(), ...Object.keys(LARGE)].join("|");
/** "four", "twenty-four", "a dozen", "one thousand four hundred and twelve". */
const PHRASE = new RegExp(
  `\\b(?:an? (?:${Object.keys(LARGE).join("|")})|${[...VALUES.keys()].join("|")})(?:(?:-| | and )(?:${WORD})){0,8}\\b(?!-)`,
  "gi",
);

/** Whether a text may have a number word other than "one". */
const MAY_NUMBER =
  /zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir|fif|twenty|forty|dozen|hundred|thousand|illion/i;
const HALF_DOZEN = /\bhalf (?:a )?dozen\b/gi;

/** A text with number words as digits: "twenty-four" is 24. "One" stays, because it is mostly a pronoun. */
export function numerals(text: string): string {
  if (!MAY_NUMBER.test(text)) return text;
  return text.replace(HALF_DOZEN, "6").replace(PHRASE, (phrase) => {
    const words = phrase.toLowerCase().split(/[- ]/);
    if (words.length === 1 && (words[0] === "one" || words[0] === "zero")) return phrase;
    return (
      valuesOf(words) ??
      phrase.replace(/[a-z]{3,}/gi, (word) => String(VALUES.get(word.toLowerCase()) ?? word))
    );
  });
}

/** The numbers that the words make: mostly one; "two and three" are two, and "one and two" stay words. */
function valuesOf(words: readonly string[]): string | undefined {
  let [total, current]: [number, number] = [0, 0];
  let last = Number.POSITIVE_INFINITY;
  for (const [index, word] of words.entries()) {
    if (word === "and" && last < 100) return undefined;
    if (word === "and" || (index === 0 && /^an?$/.test(word))) continue;
    const large = LARGE[word];
    if (large !== undefined) {
      current = Math.max(1, current) * large;
      if (large >= 1000) [total, current] = [total + current, 0];
      last = large;
      continue;
    }
    const value = VALUES.get(word)!;
    // "twenty four" is one number, "four twenty" is not.
    if (value >= last || (last < 20 && last > 0) || (last < 100 && value >= 10)) return undefined;
    current += value;
    last = value;
  }
  return String(total + current);
}
