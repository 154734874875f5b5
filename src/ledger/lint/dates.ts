import { wordsOf } from "./prose.ts";
import type { Quantity } from "./quantities.ts";

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
/** Events that happen once, so that two dates for one of them contradict each other. */
const ONCE =
  /\b(?:died|was born|born|built|was founded|founded|opened|was released|released|introduced|launched|expires?|signed|started|began|ended|ends|closed|published|deployed|due|arrived|married|discovered|invented|was acquired|merged|until|till)\b/i;
const DATE =
  /\b(?:(?:in|on|until|till|by|since|at) )(?:the )?(?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?)?(january|february|march|april|may|june|july|august|september|october|november|december)?(?: (\d{1,2}),)? ?\b(1[5-9]\d\d|20\d\d)?\b/gi;
const NONE: ReadonlySet<string> = new Set();
const CLAUSE = /[;:()–—]|, |\b(?:and|but|so|because|while|whereas|hence|or)\b/i;

/** The dates that a sentence gives for such events, as quantities. */
export function datesOf(sentence: string, isQuestion: boolean): readonly Quantity[] {
  const text = sentence.slice(0, 1000).replace(/\bfrom (?:1[5-9]|20)\d\d to\b/gi, "until");
  if (isQuestion || !ONCE.test(text)) return [];
  const found: Quantity[] = [];
  for (const match of text.matchAll(DATE)) {
    const [whole, day = "", month = "", later = "", year = ""] = match;
    if (month === "" && year === "") continue;
    const clause = text
      .slice(Math.max(0, match.index - 120), match.index)
      .split(CLAUSE)
      .at(-1)!;
    const isUntil = /^(?:until|till)/i.test(whole);
    if (!ONCE.test(clause) && !isUntil) continue;
    if (/\b(?:not|never|if|would|may|might|could|again|every|before|after)\b|n[’']t\b/i.test(clause))
      continue;
    const words = new Set(wordsOf(clause).filter((word) => !/^\d/.test(word)));
    if (words.size < 2) continue;
    const parts = [day || later ? "day" : "", month && "month", year && "year"].filter(Boolean);
    found.push({
      value:
        Number(year || 0) * 10_000 +
        (MONTHS.indexOf(month.toLowerCase()) + 1) * 100 +
        Number(day || later || 0),
      unit: `date by ${parts.join(", ")}${isUntil ? " (end)" : ""}`,
      words,
      counted: [],
      qualifiers: () => NONE,
      sentenceWords: () => NONE,
      isAttribute: false,
      isTotal: false,
      isHad: false,
      saying: "",
      where: "",
      tolerance: 0,
    });
  }
  return found;
}
