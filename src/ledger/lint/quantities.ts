import { numerals } from "./numerals.ts";
import { once } from "./once.ts";
import { stem, wordsOf } from "./prose.ts";
import { qualifiersOf } from "./qualifiers.ts";
import { unitNamed } from "./units.ts";

/** A quantity in a sentence: a number with its unit and meaning. */
export interface Quantity {
  readonly value: number;
  /** The unit, normalized; `""` for what is counted; `of 36` for "9 of 36". */
  readonly unit: string;
  /** Words that identify the quantity, including what is counted. */
  readonly words: ReadonlySet<string>;
  /** What is counted, `node` of "6 gateway nodes" last. */
  readonly counted: readonly string[];
  /** Words that distinguish it from other values of the same quantity: `p99`, "on average", "on Monday". */
  readonly qualifiers: () => ReadonlySet<string>;
  /** The words of the whole sentence, if no other number in it has the same unit. */
  readonly sentenceWords: () => ReadonlySet<string>;
  /** Whether it is an attribute of a noun: "the 120 m² greenhouse", "a deposit of 300 euros". */
  readonly isAttribute: boolean;
  /** Whether it counts all there are: "all 14 pods", "there are three slots", "our 5 developers". */
  readonly isTotal: boolean;
  /** Whether something is said to have so many: "the team has 5 developers". */
  readonly isHad: boolean;
  /** The subject and the verb before the number, if they are plain: "ferry takes". */
  readonly saying: string;
  /** The word of the place or circumstance behind it: "in CI". */
  readonly where: string;
  /** The tolerance of the value; 0 if it is exact. */
  readonly tolerance: number;
}

const NUMBER =
  /(?<![\w#.,:/§-])([$€£]?)(\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,6})?|\d{1,12}(?:\.\d{1,6})?)(k\b| (?:thousand|million|billion)\b)?(?![\d:./]\d|\w{0,20}[-–]\d| ?(?:[-–]|to|or|out of|of|×|x) ?\d)/g;
const SCALE: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9 };
/** "9 of 36 samples", "9 of the 36 samples". */
const SHARE =
  /(?<![\w#.,:/§-])(\d{1,7}) (?:out )?of (?:the |all |these |those |our )?(\d{1,7})\b(?![.,:]\d|%)/g;
/** "1:52:30", a duration. */
const CLOCK = /(?<![\d:])(\d{1,2}):(\d\d):(\d\d)(?![\d:])/g;

const ABOUT =
  /\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|some|circa|ca\.?|just (?:over|under)|a little (?:over|under)|close to|or so|~)\s*$|~\s?$/i;
const BOUND =
  /\b(?:at least|less than|more than|fewer than|over|under|below|above|between|within|another|additional|further|extra|every|from|to|by|until|#|thought|thoughts|step|day|line|lines|section|article|version|chapter|page|figure|table|run|sample|option|case|rule|node|port|row|build|ticket|box|week|no\.?|out of) $|[<>≤≥±] ?=? ?$|\b1 \w{1,20} = $/i;
/** "is configured to 50 ms", "amounts to 83 %": the value itself, not the end of a range. */
const ASSIGNED =
  /\b(?:up|configured|fixed|equal|equivalent|amounts?|amounted|comes?|came|adds? up|added up|rounded) to $/i;
/** "grew by 3 kB": the change is the quantity. */
const DELTA =
  /\b(?:grew|grown|rose|fell|shrank|increased?|decreased?|dropped|improved?|up|down|longer|shorter|faster|slower) by $/i;
/** "between 110 and", "35 to", "3 of": the number that follows is a part of a range or a share. */
const RANGE = /\bbetween \S{1,20} (?:\S{1,12} )?and $|\d (?:of|to) (?:the |all |these |those |our )?$/i;
/** Words that explain why numbers of one quantity differ: change, condition, part. */
const VARIES =
  /\b(?:rose|rise[sn]?|fell|falls?|increas\w{0,3}|decreas\w{0,3}|gr[eo]w\w{0,2}|drop\w{0,4}|reduc\w{0,4}|improv\w{0,4}|went|halv\w{0,2}|doubl\w{0,2}|now|initially|at first|originally|later|previously|earlier|used to|instead|rather than|if|would|could|should|might|(?<!in |of |by |since |until |\d |early |late )may|target|expect\w{0,3}|estimat\w{0,3}|correct\w{0,4}|wrong|misread|mistak\w{0,3}|revis\w{0,3}|actually|but not|when|another|each(?=[.,;]|$)|respectively|raise[sd]?|lower\w{0,3}|chang\w{0,3}|became|becomes|set to|bump\w{0,3}|limit\w{0,2} to|demand|would be|no longer|contrary|not|back to|with (?:the|an?|its|our|their) (?:new|old|current|previous))\b|n[’']t\b/i;
const REST = /^ (?:more|fewer|less|other|others|additional|further|remaining|left|extra)\b/i;
const PHASE = /^(?:before|after|previously|afterwards|old|new|then|today|yesterday)\b/i;
/** A sentence that begins with what was done explains the value behind it: "Removed the timestamp; the rate is 91 %." */
const DONE =
  /^(?:removed|added|fixed|replaced|switched|tuned|upgraded|enabled|disabled|moved|dropped|rewrote|deployed|reverted|raised|lowered|set|reset|changed|corrected|re-?ran|rerun|with (?:the|this) \w{1,20} (?:removed|added|fixed|in place))\b/i;
const CLAUSE = /[;:()–—]|, |\b(?:and|but|so|because|while|whereas|hence|or)\b/i;

const NAMED = /\p{L}{3}\s$/u;
const VERB =
  /(?:[a-z]s|ed|\b(?:took|take|cost|had|gave|got|held|found|show|need|have|saw|made|paid|ran|is|are|was|were|at|just|only|exactly|equal|all|our|the|its|their|with|for|across|of|into|onto|over|through|among|after|by|on|in|about|some|roughly|around|nearly|almost|average|median|mean|total|altogether|overall))\s$/i;
/** Words of belief, which may change; CL012 checks them. */
const BELIEFS = wordsOf("confidence confident sure certain likely probability chance odds");
/** Words that occur next to numbers of any quantity. */
const WEAK = new Set(
  wordsOf(
    "take cost show measure need use count figure total number current exact come amount say have read per far like see note mention equal stay stand sit lie give whole value average mean median today present about around roughly exist exists comprise comprised contain include consist remain matter belong appear occur yield produce return list",
  ),
);
const GIVEN = /\bof (?:about |around |roughly |some |nearly )?$/i;
const DETERMINER = /\b(?:a|an|the|our|its|their|his|her|my|this|that)\b/i;
const DEFINITE = /\b(?:the|our|its|their|his|her|my|this|that|all|those|these)\s+(?:\w{1,20}\s+)?$/i;
const ALL = /\b(?:all (?:of )?(?:the |our |these |those )?|our |(?<=^)the )$/i;
const HAS =
  /\b(?:has|have|had|contains?|comprises?|consists? of|includes?|employs?) (?:about |around |some |roughly |only |just )?$/i;
const EXISTS = /\bthere (?:are|were) (?:\w{1,12} )?$/i;
/** Smaller numbers of "the" or "all" often mean a part: "all three". */
const SMALL = 3;

/** The quantities of a sentence. Numbers that may differ for a reason are left out. */
export function quantitiesOf(sentence: string, isQuestion = false): readonly Quantity[] {
  const text = numerals(sentence);
  if (!/\d/.test(text) || PHASE.test(text) || DONE.test(text)) return [];
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const [whole, currency = "", digits = "", scale = ""] = match;
    const place = placeOf(text, match.index, whole.length);
    const read = readNumber(place, currency, digits, isQuestion, found.at(-1));
    if (!read) continue;
    const value = Number(digits.replaceAll(",", "")) * (SCALE[scale.trim()] ?? 1) * read.factor;
    found.push({ ...read, value });
  }
  // "from 40 ms to 90 ms" names two values, and the words of the sentence do not tell them apart.
  const units = Map.groupBy(found, ({ unit }) => unit);
  for (const [index, one] of found.entries())
    if (units.get(one.unit)!.length > 1) found[index] = { ...one, sentenceWords: () => NO_WORDS };
  if (isQuestion) return found;
  for (const { 0: whole, 1: part, 2: all, index } of text.matchAll(SHARE)) {
    const place = placeOf(text, index, whole.length);
    const { counted, rest } = unitOf("", place.behind);
    const words = wordsAround(place, rest, counted);
    if (isVaried(place, whole) || words.size === 0) continue;
    found.push({
      ...plain(text, index, whole.length),
      value: Number(part),
      unit: `of ${all}`,
      counted,
      words,
    });
  }
  for (const { 0: whole, 1: hours, 2: minutes, 3: seconds, index } of text.matchAll(CLOCK)) {
    const place = placeOf(text, index, whole.length);
    const words = wordsAround(place, place.behind, []);
    if (isVaried(place, whole) || words.size === 0) continue;
    const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    found.push({ ...plain(text, index, whole.length), value, unit: "clock", counted: [], words });
  }
  return found;
}

const NO_WORDS: ReadonlySet<string> = new Set();

const plain = (text: string, index: number, length: number) => ({
  qualifiers: once(() => qualifiersOf(text, index, length)),
  sentenceWords: () => NO_WORDS,
  isAttribute: false,
  isTotal: false,
  isHad: false,
  saying: "",
  where: "",
  tolerance: 0,
});

/** The text around a number. */
interface Place {
  readonly text: string;
  readonly index: number;
  readonly length: number;
  readonly before: string;
  readonly behind: string;
  /** The part of the clause before the number. */
  readonly own: string;
}

function placeOf(text: string, index: number, length: number): Place {
  const before = text.slice(Math.max(0, index - 160), index);
  const behind = text.slice(index + length, index + length + 80);
  return { text, index, length, before, behind, own: before.split(CLAUSE).at(-1)! };
}

function isVaried({ own, behind }: Place, number: string): boolean {
  const next = /^[^\d]*/.exec(behind.split(CLAUSE)[0]!)![0];
  return VARIES.test(`${own.split(/\d/).at(-1)}${number}${next}`);
}

function readNumber(
  place: Place,
  currency: string,
  digits: string,
  isQuestion: boolean,
  last: (Quantity & { readonly factor?: number }) | undefined,
) {
  const { text, index, length, before, behind, own } = place;
  const isDelta = DELTA.test(before);
  const isGiven = GIVEN.test(before);
  if (
    !isDelta &&
    ((BOUND.test(before) && !ASSIGNED.test(before)) || REST.test(behind) || isVaried(place, digits))
  )
    return undefined;
  // A question presupposes "a deposit of 1,800 euros", but asks whether "the deposit is 1,800 euros".
  if (RANGE.test(before.slice(-40)) || (isQuestion && !isGiven)) return undefined;
  const measure = unitOf(currency, behind);
  let { unit, factor, counted } = measure;
  if (unit === "" && counted.length === 0) {
    // "20 % of the articles (about 640)".
    if (/\((?:about |some |around |~ ?)?$/.test(before) && /^\)/.test(behind))
      counted = meaningful(wordsOf(before)).slice(-1);
    const isBare = /^(?: in total| overall| altogether)?\s{0,3}(?:[.,;)]|$)/.test(behind);
    // "12 days pass, 5 days go into checks, and the deletion takes 2".
    if (isBare && counted.length === 0 && last && last.unit !== "" && last.factor !== undefined)
      ({ unit, factor } = { unit: last.unit, factor: last.factor });
    else if (counted.length === 0 && !isGiven && !(isBare && behind.startsWith(" "))) return undefined;
  }
  // "Clause 74 is new", "room 3": a name, not an amount.
  if (measure.unit === "" && !isGiven && NAMED.test(before) && !VERB.test(before)) return undefined;
  // A year, not an amount.
  if (measure.unit === "" && /^1\d{3}$|^20\d{2}$/.test(digits)) return undefined;
  // ", two days.": what it is about was said before.
  if (own.trim() === "" && /, $/.test(before) && /^[^\p{L}]*$/u.test(measure.rest.split(CLAUSE)[0]!))
    return undefined;
  const isAttribute = isGiven || (unit !== "" && DEFINITE.test(before) && /^\s?\p{L}/u.test(measure.rest));
  const words = isGiven
    ? new Set([...meaningful(wordsOf(before.split(DETERMINER).at(-1)!)), ...counted])
    : isAttribute
      ? new Set(meaningful(wordsOf(measure.rest.split(CLAUSE)[0]!).slice(0, 1)))
      : wordsAround(place, measure.rest, counted);
  if (words.size === 0 || BELIEFS.some((word) => words.has(word))) return undefined;
  const qualifiers = once(() => qualifiersOf(text, index, length, isAttribute));
  const amount = Number(digits.replaceAll(",", ""));
  const isTotal =
    unit === "" &&
    ((ALL.test(before) && amount > SMALL) ||
      EXISTS.test(own) ||
      /^ (?:\p{L}{1,20} ){0,2}(?:exist|in total|altogether|overall)\b/u.test(behind));
  const tolerance = ABOUT.test(before) ? 0.25 : 0.02;
  const isHad = unit === "" && HAS.test(own);
  const saying = unit === "" || isAttribute ? "" : sayingOf(place);
  return {
    unit,
    factor,
    counted,
    words,
    qualifiers,
    sentenceWords: once(() => new Set(meaningful(wordsOf(text.slice(0, 400))))),
    isAttribute,
    isTotal,
    isHad,
    saying,
    where: whereIn(measure.rest),
    tolerance,
  };
}

const whereIn = (rest: string): string =>
  stem(
    /^ (?:in|on|at|for|with|under|from|to) (?:the |a |an |my |our |its )?(\p{L}{1,20})/u
      .exec(rest)?.[1]
      ?.toLowerCase() ?? "",
  );

/** "ferry takes" of "The ferry leaves at 7:40 and takes three hours". */
function sayingOf({ text, own }: Place): string {
  const [, before = "", verb = ""] =
    /^(.*?)\b(take|cost|weigh|last|hold|span|measure|run|need|use|contain|is|are|was|were|has|have|had)s?(?:ed)? (?:about |around |some |roughly |nearly |only |just )?$/i.exec(
      own,
    ) ?? [];
  // "50,000 entries take 200 MB" says what they take together.
  if (verb === "" || /\d/.test(before)) return "";
  const subject = meaningful(wordsOf(before));
  const words = subject.length > 0 ? subject : meaningful(wordsOf(text.slice(0, 160))).slice(0, 1);
  return words.length > 0 && words.length <= 3 ? `${words.toSorted().join(" ")} ${verb.toLowerCase()}` : "";
}

/** The words near a number; those of the subject if there are none. */
function wordsAround({ text, before, own }: Place, rest: string, counted: readonly string[]): Set<string> {
  const follows = rest.split(CLAUSE)[0]!;
  const near = [...wordsOf(own.replace(ABOUT, "")).slice(-5), ...wordsOf(follows).slice(0, 4)];
  const words = new Set(meaningful(near));
  // "(41 million rows)", "but costs 6,200 with the motors": the subject is in the text before.
  const isInBrackets = /\(\s?$/.test(before);
  if (
    meaningful(wordsOf(own)).length === 0 &&
    (isInBrackets || counted.length > 0 || own.trim() !== "" || words.size === 0)
  )
    for (const word of isInBrackets
      ? meaningful(wordsOf(before)).slice(-3)
      : meaningful(wordsOf(text.slice(0, 160))).slice(0, 3))
      words.add(word);
  for (const word of counted) words.add(word);
  return words;
}

const meaningful = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !WEAK.has(word) && !/^(?:\d|p\d)/.test(word) && !unitNamed(word)).map(sameWord);

/** Different words for the quantities that sessions name most. */
const SAME = new Map(
  `price:cost fee:cost charge:cost latency:delay duration:length staff:people employe:people person:people
   memory:ram request:call customer:client server:node host:node machine:node visitor:guest attende:guest
   income:revenue earn:revenue percentage:share proportion:share headcount:people article:item`
    .split(/\s+/)
    .map((pair) => pair.split(":") as [string, string]),
);
const sameWord = (word: string): string => SAME.get(word) ?? word;

interface Measure {
  readonly unit: string;
  readonly factor: number;
  readonly counted: readonly string[];
  /** The text behind the unit, or behind what is counted. */
  readonly rest: string;
}

/** Unit and factor after a number, or what is counted. */
function unitOf(currency: string, behind: string): Measure {
  if (currency !== "") return { unit: unitNamed(currency)![0], factor: 1, counted: [], rest: behind };
  const [sign = "", name = "", per = ""] =
    /^[\s-]?([%$€£¥]|°?\p{L}[\p{L}²³2]{0,20})(?:\s?(per\s\p{L}{1,20}|an? (?:hour|day|night|week|month|year|second|minute)\b|\/\p{L}{1,4}\b))?/iu.exec(
      behind,
    ) ?? [];
  const unit = unitNamed(name);
  if (unit) {
    const rate = per === "" ? "" : ` per ${stem(per.replace(/^(?:per |an? |\/)/i, "").toLowerCase())}`;
    return { unit: unit[0] + rate, factor: unit[1], counted: [], rest: behind.slice(sign.length) };
  }
  const [phrase = ""] = /^[\s-]?\p{L}[\p{L}'-]{0,30}(?: \p{L}[\p{L}'-]{0,30}){0,2}/u.exec(behind) ?? [];
  const counted: string[] = [];
  let taken = 0;
  for (const word of phrase.split(/(?<=\s)/)) {
    const [root] = wordsOf(word);
    if (root === undefined && word.trim() !== "") break;
    // The plural is what is counted; what follows it is a verb: "slots exist".
    if (counted.length > 0 && isPlural(phrase.slice(0, taken)) && !isPlural(word)) break;
    taken += word.length;
    if (root !== undefined && !WEAK.has(root)) counted.push(sameWord(root));
  }
  // "All three belong to the ferry": a verb follows.
  const [rate = "", of = ""] = /^ ?(?:per|an?|each) (\p{L}{1,20})\b/iu.exec(behind.slice(taken)) ?? [];
  if (rate !== "" && counted.length > 0 && isPlural(phrase.slice(0, taken)))
    return {
      unit: "",
      factor: 1,
      counted: [...counted.slice(0, -1), `${counted.at(-1)} per ${stem(of.toLowerCase())}`],
      rest: behind.slice(taken + rate.length),
    };
  if (!phrase.split(/\s/).some(isPlural)) return { unit: "", factor: 1, counted: [], rest: behind };
  return { unit: "", factor: 1, counted, rest: behind.slice(taken) };
}

const isPlural = (text: string): boolean => /[^su]s$|people$|children$|women$|men$/i.test(text.trim());
