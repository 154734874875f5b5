const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const WORDS = new RegExp(
  `\\b(?:(${TENS.join("|")})(?:-(${ONES.slice(1, 10).join("|")}))?|(${ONES.slice(2).join("|")})|(a dozen)|(?:a|one) (hundred|thousand|million))\\b(?!-)`,
  "gi",
);
const LARGE: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1_000_000 };

/** A text with number words as digits: "twenty-four" is 24. "One" stays, because it is mostly a pronoun. */
export function numerals(text: string): string {
  return text.replace(
    WORDS,
    (_, tens?: string, one?: string, small?: string, dozen?: string, large?: string) => {
      if (dozen) return "12";
      if (large) return String(LARGE[large.toLowerCase()]);
      if (small) return String(ONES.indexOf(small.toLowerCase()));
      return String(
        20 + 10 * TENS.indexOf(tens!.toLowerCase()) + (one ? ONES.indexOf(one.toLowerCase()) : 0),
      );
    },
  );
}
