import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import { type Mention, type NumberSentence, numberSentencesOf } from "./mentions.ts";
import { pairFeatures } from "./number-features.ts";
import { NUMBER_WEIGHTS } from "./number-weights.ts";
import { isTime, periodOf } from "./qualifiers.ts";
import { scoreOf } from "./weights.ts";

/** A number, and an earlier one that may be for the same quantity. */
export interface Pair {
  readonly earlier: Mention;
  readonly later: Mention;
}

/** The numbers of a session. */
export interface Numbers {
  /** By unit and value. */
  readonly byValue: ReadonlyMap<string, readonly Mention[]>;
  /** By unit and the words next to them. */
  readonly byWord: ReadonlyMap<string, readonly Mention[]>;
  readonly sentences: ReadonlyMap<Thought, readonly NumberSentence[]>;
}

/** From this score on a pair is a contradiction. */
const CERTAIN = 1.25;
/** How many mentions of a word are compared with a new number, and how many of those are looked at closely. */
const FIRST = 4;
const LAST = 10;
const COMPARED = 8;
/** A word in more thoughts identifies nothing. */
const COMMON = 100;
/** How many mentions of a value are looked at. */
const SAME_VALUE = 20;

/** Numbers that contradict an earlier one, by a fitted model of what restates a quantity. */
export function* contradictionsOf(context: LintContext): Iterable<Pair | undefined> {
  for (const pairs of suspectsOf(context)) {
    let best: Pair | undefined;
    let most = CERTAIN;
    for (const { pair, features } of pairs) {
      const score = scoreOf(NUMBER_WEIGHTS, features);
      if (score <= most) continue;
      best = pair;
      most = score;
    }
    yield best;
  }
}

/** A pair with the properties that tell whether it is a contradiction. */
interface Suspect {
  readonly pair: Pair;
  readonly features: ReadonlyMap<string, number>;
}

/** Every number that the session did not state before, with earlier ones that it may contradict. */
export function* suspectsOf(context: LintContext): Iterable<readonly Suspect[]> {
  const byValue = new Map<string, Mention[]>();
  const byWord = new Map<string, Mention[]>();
  const byThought = new Map<Thought, readonly NumberSentence[]>();
  for (const thought of context.thoughts) {
    const sentences = numberSentencesOf(context, thought);
    if (sentences.length > 0) byThought.set(thought, sentences);
    for (const { mentions } of sentences)
      for (const mention of mentions) {
        push(byValue, keyOf(mention), mention);
        for (const word of mention.near()) push(byWord, `${mention.unit} ${word}`, mention);
      }
    if (thought.seq % 32 === 0) yield [];
  }
  const numbers: Numbers = { byValue, byWord, sentences: byThought };
  const digits = new Map<string, Mention[]>();
  for (const sentences of byThought.values())
    for (const { mentions } of sentences)
      for (const later of mentions) {
        if (isSuspect(later, numbers)) {
          const pairs = earlierOf(context, numbers, digits, later).map((earlier) => ({ earlier, later }));
          yield pairs.flatMap((pair) => {
            const features = pairFeatures(context, numbers, pair);
            return features ? { pair, features } : [];
          });
        }
        if (later.digits.length > 1) push(digits, sorted(later.digits), later);
      }
}

/** A revision replaces, and what was stated before has been compared. */
function isSuspect(later: Mention, numbers: Numbers): boolean {
  const { thought, isQuestion } = later.sentence;
  return (
    !isQuestion &&
    !thought.isRevision &&
    later.near().length > 0 &&
    !BELIEFS.test(later.sentence.text) &&
    !OTHER.test(later.sentence.text) &&
    !ELSEWHERE.test(later.sentence.text.slice(0, later.index)) &&
    !HAD.test(later.sentence.text.slice(0, later.index).split(", ").at(-1)!) &&
    !isDifference(later) &&
    !isKnown(numbers, later) &&
    !isSeries(later)
  );
}

/** Words for another thing of the same kind. */
export const OTHER =
  /\b(?:another (?!\d|thing|reason|point)|(?<!every )(?:the )?other (?!words|hand|side|day)\p{L}|different|with (?:the|an?|its|our|their) (?:new|old|current|previous) \p{L}|(?:in)?comparable|(?<!\bbase )(?:for|in|by) comparison|sister|twin|sibling|companion|neighbou?r|rival|predecessor|successor|outdated)/iu;
/** "If it has 500", "without a tester", "after the upgrade": about another circumstance. */
const ELSEWHERE =
  /^(?:after|following) (?:the|our|this|that) \p{L}|\b(?:if|say|suppos(?:e|ing)|unless|whether|without)\b/iu;
/** "Had still shown": about another time. */
const HAD = /\bhad (?:\p{L}{2,10} )?(?:\p{L}{2,15}(?:ed|wn|en|ne)|been|had|run|put|cost)\b/iu;
/** A confidence may change; CL012 checks it. */
const BELIEFS =
  /\b(?:sure|certain|confident|confidence|likely|probab\w{2,5}|odds|(?<!\bany |\ba )chance|chances)\b/i;
/** "2.1 K warmer", "another 5 nodes", "from 300 MiB", "cap to 80 GB", "2 x 3 = 6": derived from other values, or a change. */
const isDifference = ofEach(
  ({ sentence: { text }, index, end }: Mention): boolean =>
    DIFFERS.test(text.slice(end, end + 40)) || EXTRA.test(text.slice(Math.max(0, index - 80), index)),
);
const DIFFERS =
  /^ ?(?:\p{L}{1,15} |°?\p{L}{1,2} |% )?(?:more|fewer|less|too|warmer|colder|cooler|hotter|longer|shorter|faster|slower|cheaper|dearer|older|younger|higher|lower|larger|bigger|smaller|heavier|lighter|wider|later|earlier|better|worse|ago|left|remaining|spare|to spare|apiece)\b/iu;
const EXTRA =
  /\b(?:another|additional|further|extra|from) $|\b(?:enlarg|rais|increas|reduc|lower|extend|shorten|chang|bump|(?<!(?:is|are|was|were) )(?:cap|limit))\w{0,5} [^.,;]{0,40}\bto $|\b(?:cut|halv|enlarg|rais|increas|reduc|lower|extend|shorten|gr[eo]w|f[ae]ll|drop|shr[aiu]nk|climb|r[io]s|improv|exceed|beat)\w{0,5} [^.,;]{0,40}\bby $|\b(?:down|f[ae]ll\w{0,3}|drop\w{0,4}|shr[aiu]nk\w{0,3}|gr[eo]w\w{0,3}|climb\w{0,3}|r[io]s\w{1,3}|cuts?|brings?|brought) (?:[^.,;\d]{0,20} )?to $|\d[^.,;=]{0,20}= $/i;
const SHARE = /^ (?:out )?of (?:\p{L}{2,5} )?(\d{1,9})/u;
const shareOf = ({ sentence: { text }, end }: Mention): string | undefined =>
  SHARE.exec(text.slice(end, end + 30))?.[1];

/** Whether a thought proposes an alternative: the first one of a branch does. */
const isProposal = ({ branches }: LintContext, { branchId, seq }: Thought): boolean =>
  branchId !== undefined && branches.get(branchId)![0]!.seq === seq;

export const keyOf = ({ unit, value }: Mention): string => `${unit} ${value}`;
export const sorted = (digits: string): string => [...digits].sort().join("");

/** The earlier numbers that share most with a later one. */
function earlierOf(
  context: LintContext,
  numbers: Numbers,
  digits: ReadonlyMap<string, readonly Mention[]>,
  later: Mention,
): readonly Mention[] {
  const hits = new Map<Mention, number>();
  const hit = (mention: Mention, weight: number): void => {
    hits.set(mention, (hits.get(mention) ?? 0) + weight);
  };
  const { thought } = later.sentence;
  const near = new Set(later.near());
  const isBareLater = isBare(later);
  for (const word of later.sentence.words()) {
    if (context.frequency(word) > COMMON) continue;
    const before = context.thoughtsWith(word).filter(({ seq }) => seq < thought.seq);
    const compared =
      before.length > FIRST + LAST ? [...before.slice(0, FIRST), ...before.slice(-LAST)] : before;
    const weight = (near.has(word) ? 1 : 0.6) / Math.sqrt(before.length);
    for (const other of compared)
      for (const { mentions, words } of numbers.sentences.get(other) ?? []) {
        const own = words().has(word) ? weight : weight * 0.5;
        for (const mention of mentions)
          if (mention.unit === later.unit) hit(mention, own);
          else if (isBareLater || isBare(mention)) hit(mention, own * 0.4);
      }
  }
  const swapped = digits.get(sorted(later.digits)) ?? [];
  for (const mention of swapped.slice(-LAST))
    if (mention.unit === later.unit || later.digits.length > 2) hit(mention, 1);
  const compared: Mention[] = [];
  for (const [earlier] of [...hits].sort(([, a], [, b]) => b - a)) {
    if (areComparable(context, earlier, later)) compared.push(earlier);
    if (compared.length === COMPARED) break;
  }
  return compared.filter(
    (earlier) =>
      !areItems(earlier, later) &&
      !differInTime(earlier, later) &&
      !isAtAnother(earlier, later) &&
      !isToldApart(numbers, earlier, later),
  );
}

/** By how much two values of a quantity may differ because one of them is rounded. */
const ROUNDED = 0.02;
const ABOUT = 0.25;
const isAbout = ofEach(({ sentence: { text }, index }: Mention): boolean =>
  /\b(?:about|around|roughly|approximately|approx\.?|nearly|almost|some|circa|ca\.?|(?:just|little|slightly) (?:over|under)|close to) $|~ ?$/i.test(
    text.slice(Math.max(0, index - 20), index),
  ),
);
const rateOf = ofEach(({ sentence, index }: Mention) => periodOf(sentence.text, index));

function areComparable(context: LintContext, earlier: Mention, later: Mention): boolean {
  const difference = Math.abs(earlier.value - later.value);
  const isCounted = earlier.unit === "day" || earlier.unit === "year" || earlier.unit === "time";
  const tolerance = isCounted ? 0 : isAbout(earlier) || isAbout(later) ? ABOUT : ROUNDED;
  if (difference <= tolerance * Math.max(Math.abs(earlier.value), Math.abs(later.value))) return false;
  if (earlier.unit !== later.unit && (earlier.unit === "times" || later.unit === "times")) return false;
  if (earlier.unit !== later.unit && ((!isBare(earlier) && !isBare(later)) || !isNear(earlier, later)))
    return false;
  const [a, b] = [earlier.sentence.thought, later.sentence.thought];
  if (a === b || (a.branchId !== b.branchId && a.branchId !== undefined && b.branchId !== undefined))
    return false;
  // A measurement with evidence is new.
  if (a.evidence?.length && b.evidence?.length) return false;
  if (isProposal(context, b) && a.branchId !== b.branchId) return false;
  if (earlier.unit === "" && later.unit === "" && countsOther(earlier, later)) return false;
  if (isDifference(earlier)) return false;
  const [rate, otherRate] = [rateOf(earlier), rateOf(later)];
  if (rate !== undefined && otherRate !== undefined && rate !== otherRate) return false;
  const [share, other] = [shareOf(earlier), shareOf(later)];
  if (share !== undefined && other !== undefined && share !== other) return false;
  // Events of one subject have several years and times: the verb or preposition must be the same.
  if (isCounted && !isNear(earlier, later)) return false;
  return !context.revisions.get(a.id)?.some(({ seq }) => seq < b.seq);
}

/** Whether the same word stands next to both numbers. */
const isNear = (a: Mention, b: Mention): boolean => a.near().some((word) => b.near().includes(word));

/** "41 repositories", "14 layers": not the same is counted. */
function countsOther(a: Mention, b: Mention): boolean {
  const [one, other] = [a.counted().at(-1), b.counted().at(-1)];
  if (one === other) return false;
  if (one !== undefined && other !== undefined) return true;
  return one === undefined ? !a.sentence.words().has(other!) : !b.sentence.words().has(one);
}

/** Whether a number may be of any unit: "at 4,300 for the rent", "a mean of 5.9". */
const isBare = ({ unit, counted }: Mention): boolean =>
  unit === "money" || (unit === "" && counted().length === 0);

/** Whether the session has given the number for the same thing before. */
export function isKnown({ byValue }: Numbers, later: Mention): boolean {
  const words = new Set(later.near());
  for (const one of byValue.get(keyOf(later))!.slice(0, SAME_VALUE)) {
    if (one.sentence.thought.seq >= later.sentence.thought.seq) return false;
    if (later.unit !== "year" && later.digits.length > 3) return true;
    if (one.near().some((word) => words.has(word))) return true;
  }
  return false;
}

const ITEM = /^(\p{L}{1,20}) (?:\d{1,6}|\p{L})$/u;

/** "Order 88251", "order 88213": two items of one kind. */
function areItems(a: Mention, b: Mention): boolean {
  const others = [...b.qualifiers()];
  return [...a.qualifiers()].some((one) => {
    const kind = ITEM.exec(one)?.[1];
    return kind !== undefined && others.some((other) => other !== one && ITEM.exec(other)?.[1] === kind);
  });
}

/** "Next season", "in the season before": two times. */
function differInTime(a: Mention, b: Mention): boolean {
  const [one, other] = [timesOf(a), timesOf(b)];
  return one.length > 0 && other.length > 0 && !one.some((time) => other.includes(time));
}

/** "At 17,500 that's 44 % of a core", after "12,000 take 30 %": the value for another load. */
function isAtAnother(a: Mention, b: Mention): boolean {
  const [load] = b.sentence.mentions;
  return (
    load !== b &&
    AT.test(b.sentence.text.slice(0, load!.index)) &&
    !a.sentence.mentions.some(({ value }) => value === load!.value)
  );
}

const AT = /^(?:and |but )?at (?:a |an |about |some )?$/i;

const timesOf = (of: Mention): readonly string[] => [...of.qualifiers()].filter(isTime);

/** Whether one thought states both values, so that they are two quantities, or two values of one. */
function isToldApart({ byValue }: Numbers, earlier: Mention, later: Mention): boolean {
  const stated = (of: Mention) =>
    byValue
      .get(keyOf(of))!
      .slice(0, 50)
      // Small numbers count many things.
      .filter((one) => of.digits.length > 2 || one === of || isNear(one, of));
  const thoughts = new Set(stated(earlier).map(({ sentence }) => sentence.thought));
  return stated(later).some(({ sentence }) => thoughts.has(sentence.thought));
}

/** How many words two sentences of a series have together, at most. */
const SHORT = 6;

/** Whether a sentence next to that of a number gives other things numbers in the same way: "October, 9; November, 11". */
function isSeries({ sentence, unit, behind }: Mention): boolean {
  const others = sentence.beside();
  const at = others.indexOf(sentence);
  return [others[at - 1], others[at + 1]].some(
    (one) =>
      one?.mentions.length === sentence.mentions.length &&
      one.words().size + sentence.words().size <= SHORT &&
      one.mentions.some((mention) => mention.unit === unit && mention.behind()[0] === behind()[0]),
  );
}

/** A property of a number, which is compared with many others: it is computed once. */
function ofEach<T>(compute: (of: Mention) => T): (of: Mention) => T {
  const known = new WeakMap<Mention, { readonly value: T }>();
  return (of) => {
    let one = known.get(of);
    if (!one) {
      one = { value: compute(of) };
      known.set(of, one);
    }
    return one.value;
  };
}

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const others = map.get(key);
  if (others) others.push(one);
  else map.set(key, [one]);
}
