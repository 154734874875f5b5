import { stem, wordsOf } from "./prose.ts";

/** A number that a sentence gives for a quantity. */
export interface Quantity {
  readonly value: number;
  /** The unit, normalized; empty if there is none. */
  readonly unit: string;
  /** Words that say which quantity it is. */
  readonly words: ReadonlySet<string>;
  /** How far the value may be off: 0 for an exact one. */
  readonly tolerance: number;
}

const SMALL = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const SMALL_WORDS = /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi;
const NUMBER =
  /(?<![\w#.,:/-])([$€£]?)(\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,6})?|\d{1,12}(?:\.\d{1,6})?)(k\b)?(?![\d:./]\d|\w{0,20}[-–]\d)/g;
const FACTORS: Readonly<Record<string, readonly [string, number]>> = {
  ms: ["s", 0.001],
  millisecond: ["s", 0.001],
  s: ["s", 1],
  sec: ["s", 1],
  second: ["s", 1],
  min: ["s", 60],
  minut: ["s", 60],
  minute: ["s", 60],
  h: ["s", 3600],
  hour: ["s", 3600],
  day: ["s", 86_400],
  week: ["s", 604_800],
  kb: ["byte", 1e3],
  mb: ["byte", 1e6],
  gb: ["byte", 1e9],
  tb: ["byte", 1e12],
  kib: ["byte", 1024],
  mg: ["g", 0.001],
  g: ["g", 1],
  gram: ["g", 1],
  kg: ["g", 1000],
  mm: ["m", 0.001],
  cm: ["m", 0.01],
  m: ["m", 1],
  meter: ["m", 1],
  metre: ["m", 1],
  km: ["m", 1000],
  "%": ["%", 1],
  percent: ["%", 1],
  $: ["$", 1],
  dollar: ["$", 1],
  usd: ["$", 1],
  "€": ["€", 1],
  euro: ["€", 1],
  eur: ["€", 1],
  "£": ["£", 1],
  pound: ["£", 1],
};
const ABOUT = /\b(?:about|around|roughly|approximately|nearly|almost|some|circa|ca\.?|~)\s*$|~\s?$/i;
const BOUND =
  /\b(?:at least|at most|up to|less than|more than|fewer than|over|under|below|above|between|within|another|additional|further|extra|every|from|to|by|until|after|in|on|#|thought|thoughts|step|day|line|lines|section|version|chapter|page|figure|table|run|sample|option|case|rule|node|port|row|no\.?)\s*$/i;
/** What makes numbers of one quantity differ for a reason: change, condition, part. */
const VARIES =
  /\b(?:rose|rise[sn]?|fell|falls?|increas\w{0,3}|decreas\w{0,3}|gr[eo]w\w{0,2}|drop\w{0,4}|reduc\w{0,4}|improv\w{0,4}|went|halv\w{0,2}|doubl\w{0,2}|now|initially|at first|originally|later|previously|earlier|used to|instead|rather than|if|would|could|should|might|may|target|expect\w{0,3}|estimat\w{0,3}|correct\w{0,4}|wrong|misread|mistak\w{0,3}|revis\w{0,3}|actually|but not|when|with dried|after|before|yesterday|today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|another|each|respectively|raise[sd]?|lower\w{0,3}|chang\w{0,3}|became|becomes|set to|bump\w{0,3}|limit\w{0,2} to|demand|would be|no longer)\b/i;
const CLAUSE = /[;:()–—]|, (?!which|that)|\b(?:and|but|so|because|while|whereas|hence|or)\b/i;

const NAMED = /\p{L}{3}\s$/u;
const VERB =
  /(?:[a-z]s|ed|\b(?:took|had|gave|got|held|cost|found|show|need|have|saw|made|paid|ran|is|are|was|were|at|just|only|exactly|equal))\s$/i;
/** Beliefs change; CL012 looks at them. */
const BELIEFS = wordsOf("confidence confident sure certain likely probability chance");
const ASIDE = /[;:()–—]|, |\b(?:and|but|so|because|while|whereas|hence|or)\b/i;
const GIVEN = /\bof (?:about |around |roughly )?$/i;
const DETERMINER = /\b(?:a|an|the|our|its|their|his|her|my|this|that)\b/i;

/** The quantities of a sentence. Numbers that may differ for a reason are left out. */
export function quantitiesOf(sentence: string, isQuestion = false): readonly Quantity[] {
  const found: Quantity[] = [];
  const text = sentence.replace(SMALL_WORDS, (word) => String(SMALL.indexOf(word.toLowerCase())));
  for (const match of text.matchAll(NUMBER)) {
    const [whole, currency, digits, thousand] = match as unknown as [
      string,
      string,
      string,
      string | undefined,
    ];
    const before = text.slice(Math.max(0, match.index - 160), match.index);
    const behind = text.slice(match.index + whole.length, match.index + whole.length + 60);
    const isGiven = GIVEN.test(before);
    // A question presupposes "a deposit of 1,800 euros", but asks whether "the deposit is 1,800 euros".
    if (BOUND.test(before) || (isQuestion && !isGiven)) continue;
    if (VARIES.test(before.split(ASIDE).at(-1)! + whole + behind.split(ASIDE)[0]!)) continue;
    const [unit, factor, noun] = unitOf(currency, behind);
    // "Clause 74 is new", "room 3": a name, not an amount.
    if (unit === "" && !isGiven && NAMED.test(before) && !VERB.test(before)) continue;
    const number = Number(digits.replaceAll(",", "")) * (thousand ? 1000 : 1);
    // A year, not an amount.
    if (unit === "" && noun === "" && /^1\d{3}$|^20\d{2}$/.test(digits)) continue;
    const clause = isGiven ? before.split(DETERMINER).at(-1)! : before.split(CLAUSE).at(-1)!;
    const words = new Set(
      wordsOf(clause.replace(ABOUT, ""))
        .filter((word) => !/^\d/.test(word))
        .slice(-4),
    );
    if (words.size === 0 || BELIEFS.some((word) => words.has(word))) continue;
    if (noun !== "" && unit !== noun) words.add(noun);
    found.push({ value: number * factor, unit, words, tolerance: ABOUT.test(before) ? 0.25 : 0.02 });
  }
  return found;
}

/** Unit and factor after a number, and the noun that is counted or measured. */
function unitOf(currency: string, behind: string): readonly [string, number, string] {
  const known = (word: string) => FACTORS[word] ?? FACTORS[stem(word)];
  if (currency !== "") return [known(currency)![0], 1, ""];
  const [, first = "", second = ""] =
    /^[\s-]?([%$€£]|[\p{L}]+)(?:\s(?:of\s)?(per\s\p{L}+|\p{L}+))?/iu.exec(behind) ?? [];
  const unit = known(first.toLowerCase());
  if (unit)
    return [
      second.startsWith("per ") ? `${unit[0]} ${second}` : unit[0],
      unit[1],
      unit[0] === "%" ? nounOf(second) : "",
    ];
  const noun = nounOf(first);
  return [noun === "" ? "" : second.startsWith("per ") ? `${noun} ${second}` : noun, 1, noun];
}

const nounOf = (word: string): string => (/^\p{L}/u.test(word) ? (wordsOf(word)[0] ?? "") : "");

/** Whether two quantities are the same one: one unit, and mostly the same words. */
export function isSameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.unit !== b.unit && a.unit !== "" && b.unit !== "") return false;
  const common = a.words.intersection(b.words).size;
  const least = Math.min(a.words.size, b.words.size);
  const most = Math.max(a.words.size, b.words.size);
  return (
    common === most ||
    (common >= 2 && common / (a.words.size + b.words.size - common) >= 0.5 && common >= least - 1)
  );
}

/** Whether two values of one quantity differ by more than rounding and their tolerance. */
export function differs(a: Quantity, b: Quantity): boolean {
  const tolerance = Math.max(a.tolerance, b.tolerance);
  return Math.abs(a.value - b.value) > tolerance * Math.max(Math.abs(a.value), Math.abs(b.value));
}
