import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import { type Mention, type NumberSentence, numberSentencesOf } from "./mentions.ts";
import { NUMBER_WEIGHTS } from "./number-weights.ts";
import { wordsOf } from "./prose.ts";
import { periodOf } from "./qualifiers.ts";
import { scoreOf } from "./weights.ts";

/** A number, and an earlier one that may be for the same quantity. */
export interface Pair {
  readonly earlier: Mention;
  readonly later: Mention;
}

/** Where the numbers of a session are stated, by unit and value. */
type ByValue = ReadonlyMap<string, readonly Mention[]>;

/** From this score on a pair is a contradiction. */
const CERTAIN = 1.6;
/** How many mentions of a word are compared with a new number, and how many of those are looked at closely. */
const LOOKED_UP = 12;
const COMPARED = 6;
/** A word in more thoughts identifies nothing. */
const COMMON = 100;

/** Numbers that contradict an earlier one, by a fitted model of what restates a quantity. */
export function* restatedNumbers(context: LintContext): Iterable<Pair | undefined> {
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

/** Every number that the session did not state before, with earlier ones that it may contradict. */
export function* suspectsOf(
  context: LintContext,
): Iterable<readonly { readonly pair: Pair; readonly features: ReadonlyMap<string, number> }[]> {
  const byValue = new Map<string, Mention[]>();
  const byThought = new Map<Thought, readonly NumberSentence[]>();
  for (const thought of context.thoughts) {
    const sentences = numberSentencesOf(context, thought);
    if (sentences.length > 0) byThought.set(thought, sentences);
    for (const { mentions } of sentences)
      for (const mention of mentions) push(byValue, keyOf(mention), mention);
    if (thought.seq % 32 === 0) yield [];
  }
  const places: Places = { sentences: byThought, digits: new Map() };
  for (const sentences of byThought.values())
    for (const { mentions } of sentences)
      for (const later of mentions) {
        if (isSuspect(later, byValue))
          yield earlierOf(context, places, byValue, later).map((earlier) => {
            const pair = { earlier, later };
            return { pair, features: pairFeatures(context, byValue, pair) };
          });
        if (later.digits.length > 1) push(places.digits, sorted(later.digits), later);
      }
}

/** A measurement with evidence is new, and a revision replaces; what was stated before has been compared. */
function isSuspect(later: Mention, byValue: ByValue): boolean {
  const { thought, isQuestion } = later.sentence;
  return (
    !isQuestion &&
    !thought.isRevision &&
    !thought.evidence?.length &&
    byValue.get(keyOf(later))![0]!.sentence.thought === thought &&
    later.near().length > 0 &&
    !BELIEFS.test(later.sentence.text) &&
    !CITES.test(later.sentence.text) &&
    !OTHER.test(thought.content.slice(0, 1000)) &&
    !isDifference(later) &&
    !isSeries(later)
  );
}

const WITHOUT = /\bwithout (?:an? |the |any |our )?(\p{L}{1,20})/iu;
const lacking = ({ sentence: { text } }: Mention): string | undefined => WITHOUT.exec(text)?.[1];
/** What cites a thought repeats its number; CL003 checks whether it still holds. */
export const CITES = /#\d|\b(?:thought|step) \d/i;
/** A confidence may change; CL012 checks it. */
const BELIEFS = /\b(?:sure|certain|confident|confidence|likely|probab\w{2,5}|odds|chances?)\b/i;
/** Words for another thing of the same kind. */
const OTHER =
  /\b(?:another|(?:the )?other (?!words|hand|side|day)\p{L}|different|with (?:the|an?|its|our|their) (?:new|old|current|previous) \p{L}|(?:in)?comparable|(?:for|in|by) comparison|sister|twin|sibling|companion|neighbou?r|rival|predecessor|successor|outdated|itself|themselves)/iu;
/** "2.1 K warmer", "another 5 nodes", "from 300 MiB", "cap to 80 GB", "2 x 3 = 6": derived from other values, or a change. */
const isDifference = ({ sentence: { text }, index, end }: Mention): boolean =>
  DIFFERS.test(text.slice(end, end + 40)) || EXTRA.test(text.slice(Math.max(0, index - 80), index));
const DIFFERS =
  /^ ?(?:\p{L}{1,15} |°?\p{L}{1,2} |% )?(?:more|fewer|less|too|warmer|colder|cooler|hotter|longer|shorter|faster|slower|cheaper|dearer|older|younger|higher|lower|larger|bigger|smaller|heavier|lighter|wider|later|earlier|better|worse|ago|left|remaining|spare|to spare|apiece)\b/iu;
const EXTRA =
  /\b(?:another|additional|further|extra|from) $|\b(?:enlarg|rais|increas|reduc|lower|extend|shorten|chang|bump|cap|limit)\w{0,5} [^.,;]{0,40}\bto $|\b(?:down|f[ae]ll\w{0,3}|drop\w{0,4}|shr[aiu]nk\w{0,3}|gr[eo]w\w{0,3}|climb\w{0,3}|r[io]s\w{1,3}|cuts?|brings?|brought) (?:[^.,;\d]{0,20} )?to $|\d[^.,;=]{0,20}= $/i;
const SHARE = /^ (?:out )?of (?:\p{L}{2,5} )?(\d{1,9})/u;
const shareOf = ({ sentence: { text }, end }: Mention): string | undefined =>
  SHARE.exec(text.slice(end, end + 30))?.[1];

/** Whether a thought proposes an alternative: the first one of a branch does. */
export const isProposal = ({ branches }: LintContext, { branchId, seq }: Thought): boolean =>
  branchId !== undefined && branches.get(branchId)![0]!.seq === seq;

const keyOf = ({ unit, value }: Mention): string => `${unit} ${value}`;
const sorted = (digits: string): string => [...digits].sort().join("");

/** The sentences with numbers of each thought, and earlier numbers by their digits in any order. */
interface Places {
  readonly sentences: ReadonlyMap<Thought, readonly NumberSentence[]>;
  readonly digits: Map<string, Mention[]>;
}

/** The earlier numbers that share most with a later one. */
function earlierOf(
  context: LintContext,
  places: Places,
  byValue: ByValue,
  later: Mention,
): readonly Mention[] {
  const hits = new Map<Mention, number>();
  const hit = (mention: Mention, weight: number): void => {
    hits.set(mention, (hits.get(mention) ?? 0) + weight);
  };
  const { thought } = later.sentence;
  for (const word of later.sentence.words()) {
    if (context.frequency(word) > COMMON) continue;
    const before = context.thoughtsWith(word).filter(({ seq }) => seq < thought.seq);
    for (const other of before.slice(-LOOKED_UP))
      for (const { mentions } of places.sentences.get(other) ?? [])
        for (const mention of mentions)
          hit(mention, (mention.unit === later.unit ? 1 : 0.4) / Math.sqrt(before.length));
  }
  const swapped = places.digits.get(sorted(later.digits)) ?? [];
  for (const mention of swapped.slice(-LOOKED_UP))
    if (mention.unit === later.unit || later.digits.length > 2) hit(mention, 1);
  return [...hits]
    .filter(([earlier]) => areComparable(context, earlier, later))
    .sort(([, a], [, b]) => b - a)
    .slice(0, COMPARED)
    .map(([earlier]) => earlier)
    .filter((earlier) => !isToldApart(byValue, earlier, later));
}

function areComparable(context: LintContext, earlier: Mention, later: Mention): boolean {
  if (earlier.value === later.value) return false;
  if (earlier.unit !== later.unit && (earlier.unit === "times" || later.unit === "times")) return false;
  if (earlier.unit !== later.unit && !isBare(earlier) && !isBare(later)) return false;
  const [a, b] = [earlier.sentence.thought, later.sentence.thought];
  if (a === b || (a.branchId !== b.branchId && a.branchId !== undefined && b.branchId !== undefined))
    return false;
  if (isProposal(context, b) && a.branchId !== b.branchId) return false;
  if (earlier.unit === "" && later.unit === "" && countsOther(earlier, later)) return false;
  if (isDifference(earlier) || lacking(earlier) !== lacking(later)) return false;
  const [rate, otherRate] = [earlier, later].map(({ sentence, index }) => periodOf(sentence.text, index));
  if (rate !== undefined && otherRate !== undefined && rate !== otherRate) return false;
  const [share, other] = [shareOf(earlier), shareOf(later)];
  if (share !== undefined && other !== undefined && share !== other) return false;
  // Events of one subject have several years and times: the verb or preposition must be the same.
  if (
    (later.unit === "year" || later.unit === "time") &&
    !later.near().some((word) => earlier.near().includes(word))
  )
    return false;
  return !context.revisions.get(a.id)?.some(({ seq }) => seq < b.seq);
}

/** "41 repositories", "14 layers": neither sentence names what the other one counts. */
function countsOther(a: Mention, b: Mention): boolean {
  const [one, other] = [a.behind(), b.behind()];
  if (one.length === 0 || other.length === 0) return false;
  const [own, others] = [a.sentence.words(), b.sentence.words()];
  return !one.some((word) => others.has(word)) && !other.some((word) => own.has(word));
}

/** Whether a number may be of any unit: "at 4,300 for the rent", "a mean of 5.9". */
const isBare = ({ unit, sentence, end }: Mention): boolean =>
  unit === "money" ||
  (unit === "" && !/^[ -]\p{L}{0,20}[^us\P{L}]s\b/u.test(sentence.text.slice(end, end + 30)));

/** Whether one thought states both values, so that they are two quantities, or two values of one. */
function isToldApart(byValue: ByValue, earlier: Mention, later: Mention): boolean {
  const [few, many] = [byValue.get(keyOf(earlier))!, byValue.get(keyOf(later))!];
  const thoughts = new Set(few.slice(0, 50).map(({ sentence }) => sentence.thought));
  return many.slice(0, 50).some(({ sentence }) => thoughts.has(sentence.thought));
}

const BOUND =
  /\b(?:at least|less than|more than|fewer than|over|under|below|above|between|within|another|additional|further|extra|every|from|to|by|until|about|around|roughly|nearly|almost|some|circa|ca\.?|up to|at most) $|~ ?$/i;
const DEFINITE = /\b(?:the|our|its|their|his|her|my|this|that|all|those|these)\s(?:\p{L}{1,20}\s)?$/iu;
/** Words that compare with something else, or speak of another one. */
const COMPARES =
  /\b(?:sister|twin|companion|sibling|neighbou?r(?:ing|s|'s)?|other|another|compar\w{1,6}|similar|predecessor|successor|former|rival|parallel|else|differ\w{0,5}|unlike|versus|vs|rather|conflict|not the same|outdated|belongs?)\b/i;
/** What somebody else says, or what was thought before. */
const ATTRIBUTED =
  /\b(?:says?|said|claim(?:s|ed)?|report(?:s|ed)?|reckon(?:s|ed)?|estimat(?:e|es|ed)|guess(?:es|ed)?|quote[sd]?|had)\b/i;
/** Where a sentence takes a number for granted: "with 31 pupils in the class, …", "seeing that it takes 52 hours, …". */
const PRESUPPOSES = /^(?:with|at|of|as|since|because|given|seeing|considering|for|by|now that|knowing)\b/i;
/** A sentence about something new: "an intermediate build", "one of them". */
const INDEFINITE =
  /^(?:and |but )?(?:an?|one|some|two|three|each|every) (?!\p{L}{0,15} (?:of|is|are) )\p{L}/iu;
/** "Had still shown": before the time that the session is about. */
const PLUPERFECT = /\bhad (?:\p{L}{2,10} )?(?:\p{L}{2,15}(?:ed|wn|en|ne)|been|had|run|put|cost)\b/iu;
const HYPOTHETICAL = /\b(?:would|could|might|maybe|perhaps|let's)\b|['’]d\b/i;
const CONDITION = /\b(?:if|when|unless|despite|except|excluding|only|alone|over|under|below|above)\b/i;
/** Words for one of several times or versions. */
const PHASE =
  /\b(?:old|new|former|previous|earlier|last|before|after|now|today|then|still|by then|yet|used to|no longer|since)\b/i;
/** A phrase at the beginning of a sentence that says where or when it holds. */
const FRAME =
  /^(?:in|under|during|outside|inside|among) (?:(?!any case|all\b|total|fact)\p{L}{1,20}[ ,]){1,4}/iu;
const LABEL = /^[^:]{1,40}(?=: )/;

/** The properties of a pair that tell whether it gives one quantity two values. */
function pairFeatures(context: LintContext, byValue: ByValue, { earlier: a, later: b }: Pair) {
  const found = new Map<string, number>();
  const set = (name: string, value: number | boolean): void => {
    if (value) found.set(name, Number(value));
  };
  const [one, other] = [a.sentence, b.sentence];
  // Words that few thoughts share identify a topic.
  const rarity = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words) sum += 1 / Math.sqrt(Math.max(1, context.frequency(word) - 1));
    return sum;
  };
  const shared = one.words().intersection(other.words());
  const rare = rarity(shared);
  set("shared", Math.min(3, rare));
  set("shares", Math.min(4, shared.size));
  if (shared.size > 0) set("share", Math.max(rare / rarity(one.words()), rare / rarity(other.words())));
  const [near, nearLater] = [new Set(a.near()), new Set(b.near())];
  set("near", Math.min(2, rarity(near.intersection(nearLater))));
  set(
    "cross near",
    Math.min(2, rarity(nearLater.intersection(one.words())) + rarity(near.intersection(other.words()))),
  );
  set(
    "thought shared",
    Math.min(2, rarity(context.words(one.thought).intersection(other.words()).difference(one.words()))),
  );
  set("same unit", a.unit === b.unit && a.unit !== "");
  set("same counted", a.unit === "" && a.behind().some((word) => b.behind().includes(word)));
  // Another number that both sentences state.
  const beside = other.mentions.filter(
    (m) => m !== b && m.value >= 10 && one.mentions.some((n) => n !== a && keyOf(n) === keyOf(m)),
  );
  set("beside same", Math.min(2, beside.length));
  const next = (m: Mention) => m.sentence.mentions[m.sentence.mentions.indexOf(m) + 1]?.value;
  set("next same", next(a) !== undefined && next(a) === next(b));
  set("same head", a.unit === b.unit && a.behind()[0] !== undefined && a.behind()[0] === b.behind()[0]);
  set("same form", formOf(a) === formOf(b));
  const comma = other.text.indexOf(", ");
  set(
    "presupposed",
    comma > b.index && PRESUPPOSES.test(other.text) && !other.text.slice(0, b.index).includes("("),
  );
  set("indefinite", INDEFINITE.test(other.text) && b.index > 4);
  set("pluperfect", PLUPERFECT.test(other.text));
  const isSwapped = a.digits !== b.digits && sorted(a.digits) === sorted(b.digits);
  // The more digits there are, the less likely they agree by chance.
  if (isSwapped) set("digits swapped", Math.min(3, new Set(a.digits).size - 1));
  set("ratio", Math.min(3, Math.abs(Math.log((Math.abs(b.value) + 1e-9) / (Math.abs(a.value) + 1e-9)))));
  set("small", b.unit === "" && b.value < 4 && Number.isInteger(b.value));
  set("again", byValue.get(keyOf(a))!.at(-1)!.sentence.thought.seq > other.thought.seq);
  set("evidence", (one.thought.evidence?.length ?? 0) > 0);
  set("revised", context.revisions.has(other.thought.id));
  set("definite", DEFINITE.test(one.text.slice(Math.max(0, a.index - 40), a.index)));
  set("definite later", DEFINITE.test(other.text.slice(Math.max(0, b.index - 40), b.index)));
  set("bound later", BOUND.test(other.text.slice(Math.max(0, b.index - 40), b.index)));
  set("numbers later", Math.log(other.mentions.length));
  set("short", one.words().size <= 3);
  set("compares", COMPARES.test(other.thought.content.slice(0, 1000)));
  const [label, labelLater] = [LABEL.exec(one.text)?.[0], LABEL.exec(other.text)?.[0]];
  set("labels differ", label !== undefined && labelLater !== undefined && label !== labelLater);
  const frame = FRAME.exec(other.text)?.[0] ?? "";
  set(
    "framed",
    frame.length < b.index &&
      wordsOf(frame).some((word) => !/^\d/.test(word) && context.thoughtsWith(word)[0] === other.thought),
  );
  set("known beside", statesKnown(byValue, b));
  set("phase", PHASE.test(one.text) !== PHASE.test(other.text));
  set("attributed", ATTRIBUTED.test(other.text));
  set("hypothetical", HYPOTHETICAL.test(other.text));
  set("condition", CONDITION.test(one.text) !== CONDITION.test(other.text));
  set(
    "names",
    namesIn(one.text).some((word) => !context.words(other.thought).has(word)),
  );
  return found;
}

const formOf = ({ sentence: { text }, index, end }: Mention): string =>
  text.slice(index, end).replace(/\d/g, "0");

/** Whether a sentence next to that of a number gives other things numbers in the same way: "October, 9; November, 11". */
function isSeries({ sentence, unit, behind }: Mention): boolean {
  const others = sentence.beside();
  const at = others.indexOf(sentence);
  return [others[at - 1], others[at + 1]].some(
    (one) =>
      one?.mentions.length === sentence.mentions.length &&
      one.mentions.some((mention) => mention.unit === unit && mention.behind()[0] === behind()[0]),
  );
}

/** Whether the thought of a number also states a value of its unit that is known. */
const statesKnown = (byValue: ByValue, { sentence, unit, value }: Mention): boolean =>
  unit !== "" &&
  sentence
    .beside()
    .some(({ mentions }) =>
      mentions.some(
        (one) =>
          one.unit === unit &&
          one.value !== value &&
          byValue.get(keyOf(one))![0]!.sentence.thought !== sentence.thought,
      ),
    );

/** Words that are capitalized within a sentence. */
const namesIn = (text: string): readonly string[] =>
  wordsOf([...text.matchAll(/(?<=[\p{Ll},;\d] )\p{Lu}[\p{L}\d]{0,20}/gu)].join(" "));

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const others = map.get(key);
  if (others) others.push(one);
  else map.set(key, [one]);
}
