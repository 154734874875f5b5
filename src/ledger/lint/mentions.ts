import { formsOf } from "../facts/grammar.ts";
import { tokensOf } from "../facts/tokens.ts";
import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import { numerals } from "./numerals.ts";
import { once } from "./once.ts";
import { sentencesOf, wordsOf } from "./prose.ts";
import { qualifiersOf } from "./qualifiers.ts";
import { rowsOf, withoutTables } from "./tables.ts";
import { unitNamed } from "./units.ts";

/** A sentence with numbers. */
export interface NumberSentence {
  readonly thought: Thought;
  readonly text: string;
  readonly isQuestion: boolean;
  /** Its words without numbers and units. */
  readonly words: () => ReadonlySet<string>;
  /** "Copy at 71 %.", "Scratch 8 MB.": a note without a verb. */
  readonly isNote: () => boolean;
  readonly mentions: Mention[];
  /** The sentences with numbers of its thought. */
  readonly beside: () => readonly NumberSentence[];
}

/** A number where a text states it. */
export interface Mention {
  readonly value: number;
  /** Its digits without separators, leading and trailing zeros: "4300" and "4.3" have the same. */
  readonly digits: string;
  /** The unit, normalized; `""` for counts and bare numbers. */
  readonly unit: string;
  /** The first words behind the number or its unit, in its clause. */
  readonly behind: () => readonly string[];
  /** What is counted, `node` of "6 gateway nodes" last; nothing for measures. */
  readonly counted: () => readonly string[];
  /** The words next to the number, in its clause. */
  readonly near: () => readonly string[];
  /** The words before the number, in its clause. */
  readonly before: () => readonly string[];
  /** Words that distinguish it from other values of the same quantity: `p99`, "on average", "on Monday". */
  readonly qualifiers: () => ReadonlySet<string>;
  readonly index: number;
  readonly end: number;
  readonly sentence: NumberSentence;
}

const NUMBER =
  /(?<![\p{L}\d_#.,:/§&@+'’-])([$€£¥]?)([-−+]?)(\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,6})?|\d{1,12}(?:\.\d{1,6})?)(k\b| ?M\b| (?:thousand|million|billion)\b|:[0-5]\d(?::[0-5]\d)?)?(?![\d:]|[.,/]\d|\p{L}{3}|-\p{Lu}|-\d|(?:st|nd|rd|th)\b)/gu;
/** A sentence with more numbers is data. */
const MOST = 16;
const NUMBER_WORD =
  /(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|teen|ty|dozen|hundred|thousand|million|billion)\b/i;
/** Whether a text may state a number. */
export const HAS_NUMBER =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozen|hundred|thousand)\b/i;
const UNIT = /^[\s-]?([%$€£¥]|per cent\b|°?\p{L}[\p{L}²³2]{0,20})(?:\/(\p{L}{1,10}))?/u;
const CURRENCY_BEFORE = /(?:R\$|CHF|EUR|USD|GBP|Rs\.?) $/;
const SCALE: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, thousand: 1e3, million: 1e6, billion: 1e9 };
const CLAUSE = /[;:()–—]|, |\b(?:and|but|so|because|while|whereas|hence|or)\b/i;
/** Number of a thing rather than an amount: "thought 4", "no. 12", "Clause 11". */
const NAMES =
  /(?:\b(?:thoughts?|steps?|no\.?|number|lines?|pages?|sections?|articles?|versions?|chapters?|figures?|tables?|cases?|rules?|nodes?|rows?|tickets?|port|item|attempt|wave|clause|hypothesis|option|participants?|dock|slide|line|year|table|version|release)|§|(?<![\p{L}\d])\p{L}{1,3}\.) $/u;
const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
/** "12 August", "on August 12": a day. */
const MONTH_BEHIND = new RegExp(`^ (?:of )?(${MONTHS})\\b`, "i");
const MONTH_BEFORE = new RegExp(`\\b(${MONTHS}) $`, "i");
const MONTH_NAMES = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** A capitalized word before a number. */
const NAMED = /(?<!\p{L})\p{Lu}\p{Ll}{2,20} $/u;

/** A subject with its article or as a pronoun, or a word that may be a verb in the third person, before a number. */
const MAY_HAVE_VERB =
  /^(?:the|an?|our|its|their|his|her|my|this|that|these|those|each|every|all|it|there|we|i|he|she|they|you)\b|\p{L}{3}s (?:\p{L}{1,12} ){0,2}[\d£$€]/iu;

/** The sentences of a thought that state numbers. Names in code are kept, because they identify quantities. */
export function numberSentencesOf(context: LintContext, thought: Thought): readonly NumberSentence[] {
  const { content } = thought;
  if (!HAS_NUMBER.test(content)) return [];
  const sentences = /[`"“|]/.test(content)
    ? [
        ...sentencesOf(
          withoutTables(content)
            .replace(/`([^`\n]{1,80})`/g, "$1")
            .replace(/["“”]/g, ""),
        ),
        ...rowsOf(content),
      ]
    : context.sentences(thought);
  const found: NumberSentence[] = [];
  const beside = () => found;
  for (const { text: given, isQuestion } of sentences) {
    if (!HAS_NUMBER.test(given)) continue;
    const text = NUMBER_WORD.test(given) ? numerals(given.slice(0, 600)) : given.slice(0, 600);
    if (!/\d/.test(text)) continue;
    const sentence: NumberSentence = {
      thought,
      text,
      isQuestion,
      words: once(() => new Set(wordsIn(text))),
      isNote: once(() => !MAY_HAVE_VERB.test(text) && formsOf(tokensOf(text)).length === 0),
      mentions: [],
      beside,
    };
    for (const match of text.matchAll(NUMBER)) {
      const mention = mentionOf(sentence, match);
      if (!mention) continue;
      const whole = durationOf(sentence.mentions.at(-1), mention);
      if (whole) sentence.mentions.pop();
      sentence.mentions.push(whole ?? mention);
      if (sentence.mentions.length === MOST) break;
    }
    if (sentence.mentions.length > 0) found.push(sentence);
  }
  return found;
}

function mentionOf(sentence: NumberSentence, match: RegExpExecArray): Mention | undefined {
  const [whole, currency = "", , digits = "", scale = ""] = match;
  const { text } = sentence;
  const lead = text.slice(Math.max(0, match.index - 80), match.index);
  const tail = text.slice(match.index + whole.length, match.index + whole.length + 60);
  let unit = "";
  let factor = SCALE[scale.trim()] ?? 1;
  let value = Number(digits.replaceAll(",", ""));
  let rest = tail;
  if (scale.startsWith(":")) {
    const parts = scale.slice(1).split(":").map(Number);
    value = parts.length > 1 ? value * 3600 + parts[0]! * 60 + parts[1]! : value * 60 + parts[0]!;
    unit = parts.length > 1 ? "clock" : "time";
  } else {
    const own = UNIT.exec(tail);
    const named = currency !== "" ? unitNamed(currency) : own ? unitNamed(own[1]!) : undefined;
    if (named) {
      [unit] = named;
      factor *= named[1];
      if (own?.[2]) unit += `/${own[2]}`;
      if (currency === "") rest = tail.slice(own![0].length);
    } else if (/^ ?(?:times|x|×)(?![\p{L}\d])/u.test(tail)) {
      if (/^ ?\p{L}{0,5}×? ?\d/u.test(tail)) return undefined;
      unit = "times";
    } else if (CURRENCY_BEFORE.test(lead)) unit = "money";
    else if (/^(?:1[0-9]\d\d|20\d\d)$/.test(digits) && scale === "" && !/^ \p{Ll}{2,20}s\b/u.test(tail))
      unit = "year";
    else {
      const month = (MONTH_BEHIND.exec(tail) ?? (value <= 31 ? MONTH_BEFORE.exec(lead) : undefined))?.[1];
      if (month !== undefined) {
        unit = "day";
        value += 100 * (MONTH_NAMES.indexOf(month.slice(0, 3).toLowerCase()) + 1);
      } else if (isNamed(lead, digits, tail)) return undefined;
    }
  }
  const behind = once(() => wordsIn(rest.split(CLAUSE)[0]!.replace(PART, "")).slice(0, 4));
  const before = once(() => {
    const own = wordsIn(lead.split(CLAUSE).at(-1)!);
    // "The steps, all 17 of them": the clause before says what it is about.
    if (own.length > 0 || behind().length > 0) return own;
    // "With 49.8 hours, the mix is good": so does the next one.
    return lead.includes(",") ? wordsIn(lead).slice(-3) : wordsIn(rest).slice(0, 3);
  });
  return {
    value: value * factor,
    digits: digits.replace(/[,.]/g, "").replace(/^0{1,12}|0{1,12}$/g, "") + scale.replace(/\D/g, ""),
    unit,
    behind,
    counted: once(() => (unit === "" ? countedIn(rest.replace(PART, "")) : [])),
    near: once(() => [...before().slice(-4), ...behind()]),
    before,
    qualifiers: once(() => qualifiersOf(text, match.index, whole.length)),
    index: match.index,
    end: match.index + whole.length,
    sentence,
  };
}

/** "4 min 30 s", "9 hours 20": a duration in two numbers. */
function durationOf(first: Mention | undefined, second: Mention): Mention | undefined {
  if (first?.unit !== "s") return undefined;
  const between = first.sentence.text.slice(first.end, second.index);
  const isBare =
    second.unit === "" && second.value < 60 && HOURS.test(between) && second.counted().length === 0;
  if (!isBare && (second.unit !== "s" || second.value >= first.value || !LARGER_UNIT.test(between)))
    return undefined;
  const { behind, end } = second;
  return {
    ...first,
    value: first.value + (isBare ? 60 : 1) * second.value,
    digits: first.digits + second.digits,
    behind,
    near: once(() => [...first.before().slice(-4), ...behind()]),
    end,
  };
}

const HOURS = /^ ?h(?:ours?)? $/;
const LARGER_UNIT = /^ ?(?:weeks?|days?|h|hrs?|hours?|min|minutes?)(?:,| and|, and)? $/;

/** "Order 88213", "Pit 3", "run 2"; but "we run 8 pods". */
function isNamed(lead: string, digits: string, tail: string): boolean {
  if (NAMES.test(lead)) return true;
  if (/\b[Rr]un $/.test(lead)) return countedIn(tail).length === 0;
  // Names have no separators.
  return !/\D/.test(digits) && !MONTH_BEFORE.test(lead) && wordsOf(NAMED.exec(lead)?.[0] ?? "").length > 0;
}

/** The noun phrase behind a number, up to its plural. */
function countedIn(rest: string): readonly string[] {
  const [phrase = ""] = /^[ -]\p{L}[\p{L}'-]{0,30}(?: \p{L}[\p{L}'-]{0,30}){0,2}/u.exec(rest) ?? [];
  const words = phrase.slice(1).split(" ");
  const at = words.findIndex((word) => isPlural(word) && wordsOf(word).length > 0);
  return at < 0 ? [] : words.slice(0, at + 1).flatMap((word) => wordsIn(word));
}

const isPlural = (text: string): boolean => /[^su]s$|people$|children$|women$|men$/i.test(text);

const wordsIn = (text: string): readonly string[] =>
  wordsOf(text).filter((word) => !/^\d/.test(word) && !unitNamed(word));

/** "6 of them writes", "10 of the 12 nodes". */
const PART = /^ (?:out )?of (?:the |these |those |all |our )?\d{1,9}\b/;
