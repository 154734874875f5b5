import { stem, wordsOf } from "./prose.ts";
import { qualifiersOf } from "./qualifiers.ts";
import { unitNamed } from "./units.ts";

/** A quantity in a sentence: a number with its unit and meaning. */
export interface Quantity {
  readonly value: number;
  /** The unit, normalized; `""` for what is counted. */
  readonly unit: string;
  /** Words that identify the quantity, including what is counted. */
  readonly words: ReadonlySet<string>;
  /** What is counted, `nodes` of "6 gateway nodes" last. */
  readonly counted: readonly string[];
  /** Words that distinguish it from other values of the same quantity: `p99`, "on average", "on Monday". */
  readonly qualifiers: ReadonlySet<string>;
  /** Whether it is an attribute of a noun: "the 120 m² greenhouse", "a deposit of 300 euros". */
  readonly isAttribute: boolean;
  /** The tolerance of the value; 0 if it is exact. */
  readonly tolerance: number;
}

const SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const SMALL_WORDS = /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi;
const NUMBER =
  /(?<![\w#.,:/§-])([$€£]?)(\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,6})?|\d{1,12}(?:\.\d{1,6})?)(k\b| (?:thousand|million|billion)\b)?(?![\d:./]\d|\w{0,20}[-–]\d| ?(?:[-–]|to|or|out of|of|×|x) ?\d)/g;
const SCALE: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9 };

const ABOUT = /\b(?:about|around|roughly|approximately|nearly|almost|some|circa|ca\.?|~)\s*$|~\s?$/i;
const BOUND =
  /\b(?:at least|at most|up to|less than|more than|fewer than|over|under|below|above|between|within|another|additional|further|extra|every|from|to|by|until|in|on|#|thought|thoughts|step|day|line|lines|section|article|version|chapter|page|figure|table|run|sample|option|case|rule|node|port|row|build|ticket|box|no\.?|out of) $/i;
/** "grew by 3 kB": the change is the quantity. */
const DELTA =
  /\b(?:grew|grown|rose|fell|shrank|increased?|decreased?|dropped|improved?|up|down|longer|shorter|faster|slower) by $/i;
/** "between 110 and", "35 to", "3 of": the number that follows is a part of a range or a share. */
const RANGE = /\bbetween \S{1,20} (?:\S{1,12} )?and $|\d (?:of|to) $/i;
/** Words that explain why numbers of one quantity differ: change, condition, part. */
const VARIES =
  /\b(?:rose|rise[sn]?|fell|falls?|increas\w{0,3}|decreas\w{0,3}|gr[eo]w\w{0,2}|drop\w{0,4}|reduc\w{0,4}|improv\w{0,4}|went|halv\w{0,2}|doubl\w{0,2}|now|initially|at first|originally|later|previously|earlier|used to|instead|rather than|if|would|could|should|might|may|target|expect\w{0,3}|estimat\w{0,3}|correct\w{0,4}|wrong|misread|mistak\w{0,3}|revis\w{0,3}|actually|but not|when|with dried|after(?! \d)|before|another|each|respectively|raise[sd]?|lower\w{0,3}|chang\w{0,3}|became|becomes|set to|bump\w{0,3}|limit\w{0,2} to|demand|would be|no longer|contrary|not)\b|n[’']t\b/i;
const PHASE = /^(?:before|after|previously|afterwards|old|new|then|today|yesterday)\b/i;
const CLAUSE = /[;:()–—]|, |\b(?:and|but|so|because|while|whereas|hence|or)\b/i;

const NAMED = /\p{L}{3}\s$/u;
const VERB =
  /(?:[a-z]s|ed|\b(?:took|take|cost|had|gave|got|held|found|show|need|have|saw|made|paid|ran|is|are|was|were|at|just|only|exactly|equal|all|our|the|its|their|with|for|across|of|into|onto|over|through|among|after|by))\s$/i;
/** Words of belief, which may change; CL012 checks them. */
const BELIEFS = wordsOf("confidence confident sure certain likely probability chance odds");
/** Words that occur next to numbers of any quantity. */
const WEAK = new Set(
  wordsOf(
    "take cost show measure need use count figure total number current exact come amount say have read per far like see note mention equal stay stand sit lie give whole value average mean median today",
  ),
);
const GIVEN = /\bof (?:about |around |roughly )?$/i;
const DETERMINER = /\b(?:a|an|the|our|its|their|his|her|my|this|that)\b/i;
const DEFINITE = /\b(?:the|our|its|their|his|her|my|this|that|all|those|these)\s+(?:\w{1,20}\s+)?$/i;

/** The quantities of a sentence. Numbers that may differ for a reason are left out. */
export function quantitiesOf(sentence: string, isQuestion = false): readonly Quantity[] {
  if (PHASE.test(sentence)) return [];
  if (!/\d/.test(sentence) && sentence.search(SMALL_WORDS) < 0) return [];
  const found: Quantity[] = [];
  const text = sentence.replace(SMALL_WORDS, (word) => String(SMALL.indexOf(word.toLowerCase())));
  for (const match of text.matchAll(NUMBER)) {
    const [whole, currency = "", digits = "", scale = ""] = match;
    const before = text.slice(Math.max(0, match.index - 160), match.index);
    const behind = text.slice(match.index + whole.length, match.index + whole.length + 80);
    const isGiven = GIVEN.test(before);
    // A question presupposes "a deposit of 1,800 euros", but asks whether "the deposit is 1,800 euros".
    const isDelta = DELTA.test(before);
    if (!isDelta && BOUND.test(before)) continue;
    if (RANGE.test(before.slice(-40)) || (isQuestion && !isGiven)) continue;
    if (!isDelta && VARIES.test(before.split(CLAUSE).at(-1)! + whole + behind.split(CLAUSE)[0]!)) continue;
    const { unit, factor, counted, rest } = unitOf(currency, behind);
    // "Clause 74 is new", "room 3": a name, not an amount.
    if (unit === "" && !isGiven && NAMED.test(before) && !VERB.test(before)) continue;
    // A year, not an amount.
    if (unit === "" && /^1\d{3}$|^20\d{2}$/.test(digits)) continue;
    if (unit === "" && counted.length === 0 && !isGiven) continue;
    const own = before.split(CLAUSE).at(-1)!;
    const follows = rest.split(CLAUSE)[0]!;
    const isAttribute = isGiven || (unit !== "" && DEFINITE.test(before) && /^\s?\p{L}/u.test(rest));
    const near = isGiven
      ? wordsOf(before.split(DETERMINER).at(-1)!)
      : isAttribute
        ? wordsOf(follows).slice(0, 1)
        : [...wordsOf(own.replace(ABOUT, "")).slice(-5), ...wordsOf(follows).slice(0, 4)];
    const words = new Set(meaningful(near));
    // "(41 million rows)", "but costs 6,200 with the motors": the subject is in the text before.
    if (!isAttribute && meaningful(wordsOf(own)).length === 0)
      for (const word of /\(\s?$/.test(before)
        ? meaningful(wordsOf(before)).slice(-3)
        : meaningful(wordsOf(text.slice(0, 160))).slice(0, 3))
        words.add(word);
    if (BELIEFS.some((word) => words.has(word))) continue;
    for (const word of counted) words.add(word);
    if (words.size === 0) continue;
    found.push({
      value: Number(digits.replaceAll(",", "")) * (SCALE[scale.trim()] ?? 1) * factor,
      unit,
      words,
      counted,
      qualifiers: isAttribute ? new Set() : qualifiersOf(text, match.index, whole.length),
      isAttribute,
      tolerance: ABOUT.test(before) ? 0.25 : 0.02,
    });
  }
  return found;
}

const meaningful = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !WEAK.has(word) && !/^(?:\d|p\d)/.test(word) && !unitNamed(word));

/** Unit and factor after a number, or what is counted, and the text behind. */
function unitOf(
  currency: string,
  behind: string,
): {
  readonly unit: string;
  readonly factor: number;
  readonly counted: readonly string[];
  readonly rest: string;
} {
  if (currency !== "") return { unit: unitNamed(currency)![0], factor: 1, counted: [], rest: behind };
  const [sign = "", name = "", per = ""] =
    /^[\s-]?([%$€£]|°?\p{L}[\p{L}²2]{0,20})(?:\s?(per\s\p{L}{1,20}|a (?:day|week|month|year|second|minute)\b|\/\p{L}{1,4}\b))?/iu.exec(
      behind,
    ) ?? [];
  const unit = unitNamed(name);
  if (unit) {
    const rate = per === "" ? "" : ` per ${stem(per.replace(/^(?:per |a |\/)/i, "").toLowerCase())}`;
    return { unit: unit[0] + rate, factor: unit[1], counted: [], rest: behind.slice(sign.length) };
  }
  const [phrase = ""] = /^[\s-]?\p{L}[\p{L}'-]{0,30}(?: \p{L}[\p{L}'-]{0,30}){0,2}/u.exec(behind) ?? [];
  const counted: string[] = [];
  let taken = 0;
  for (const word of phrase.split(/(?<=\s)/)) {
    const [root] = wordsOf(word);
    if (root === undefined && word.trim() !== "") break;
    taken += word.length;
    if (root !== undefined && !WEAK.has(root)) counted.push(root);
  }
  return { unit: "", factor: 1, counted, rest: behind.slice(taken) };
}

/** Whether two numbers measure the same quantity: same unit, same qualifiers, and mostly the same words. */
export function isSameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.unit !== b.unit) return false;
  const other = [...a.qualifiers.symmetricDifference(b.qualifiers)];
  if (other.some((qualifier) => !LOOSE.has(qualifier))) return false;
  if (a.unit === "" && !isSameCounted(a.counted, b.counted)) return false;
  const common = a.words.intersection(b.words).size;
  const least = Math.min(a.words.size, b.words.size);
  const most = Math.max(a.words.size, b.words.size);
  if (common === most) return a.unit !== "" || a.counted.length > 1 || common > 1;
  if (a.isAttribute && b.isAttribute) return common === least;
  const qualified = a.qualifiers.intersection(b.qualifiers).size;
  return common >= 1 && common + qualified >= 2 && (common + qualified) / (least + qualified) >= 0.6;
}

/** Qualifiers that are often left out. */
const LOOSE = new Set(["average", "mean", "all"]);

const isSameCounted = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((word) => b.includes(word)) && (a[0] === b[0] || a.at(-1) === b.at(-1));

/** Whether two values of one quantity differ by more than rounding and their tolerance. */
export function differs(a: Quantity, b: Quantity): boolean {
  const tolerance = Math.max(a.tolerance, b.tolerance);
  return Math.abs(a.value - b.value) > tolerance * Math.max(Math.abs(a.value), Math.abs(b.value));
}
