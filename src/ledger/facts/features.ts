import type { Read } from "./candidate.ts";
import { ACTS } from "./phrases.ts";
import { verdictOf } from "./verdict.ts";
import { CLASSES } from "./word-classes.ts";

/** Properties of a passage by name; those that it lacks are left out. */
export type Features = Map<string, number>;

const PAST = CLASSES.map((name, index) => (name.endsWith(":past") ? index : -1)).filter(
  (index) => index >= 0,
);
const VERBS = new Set(PAST.flatMap((index) => [index, index - 1]));
const BE = CLASSES.indexOf("be");
/** Of these the place matters: what a passage begins with, and what it ends with. */
const FIRST = ["look", "look:past", "not", "it", "cause", "we", "i", "first", "idle"].map((name) =>
  CLASSES.indexOf(name),
);
const LAST = ["stop:past", "build:past", "adopt:past", "back", "now", "look:past", "doubt"].map((name) =>
  CLASSES.indexOf(name),
);
const HAS = CLASSES.map((name) => `has:${name}`);
const FIRST_HAS = CLASSES.map((name, index) => (FIRST.includes(index) ? `first:${name}` : undefined));
const LAST_HAS = CLASSES.map((name, index) => (LAST.includes(index) ? `last:${name}` : undefined));
const ACT_NAMES = ACTS.map((act) => [act, `act:${act}`] as const);
const TITLED = /^[\p{Lu}][\p{L} -]{2,28}: \S/u;

/** What a few sentences say together: each property as strong as in the sentence that has most of it. */
export function featuresOf(sentences: readonly Read[]): Features {
  const found: Features = new Map();
  let words = 0;
  for (const [index, sentence] of sentences.entries()) {
    words += sentence.reading.words;
    addSentence(found, sentence, index === 0, index === sentences.length - 1);
  }
  found.set("length", Math.log(1 + words));
  if (sentences.length > 1) found.set("sentences:2", 1);
  if (sentences.length > 2) found.set("sentences:3", 1);
  return found;
}

function addSentence(found: Features, sentence: Read, isFirst: boolean, isLast: boolean): void {
  const { reading, tokens, text, isItem, heading } = sentence;
  const { acts } = reading;
  for (const [act, name] of ACT_NAMES) if (acts[act] > 0) raise(found, name, Math.min(4, acts[act]));
  let [hasVerb, numbers, names] = [false, 0, 0];
  for (const { word, isMark, isSpecific, isCode, known } of tokens) {
    if (isMark) {
      if (word === ":" || word === ";") found.set(`mark:${word}`, 1);
      continue;
    }
    const isNumber = word > "0" && word < ":";
    if (isNumber) numbers++;
    else if (isSpecific) names++;
    if (isCode) found.set("code", 1);
    if (word.endsWith("n't")) found.set("has:not", 1);
    const classes = known?.classes;
    if (!classes) continue;
    for (const one of classes) {
      found.set(HAS[one]!, 1);
      hasVerb ||= one === BE || VERBS.has(one);
      const [first, last] = [isFirst ? FIRST_HAS[one] : undefined, isLast ? LAST_HAS[one] : undefined];
      if (first !== undefined) found.set(first, 1);
      if (last !== undefined) found.set(last, 1);
    }
  }
  const { polarity, strength } = verdictOf(sentence, false);
  if (polarity !== "none") {
    raise(found, `verdict:${polarity}`, strength);
    if (isLast) found.set(`last verdict:${polarity}`, strength);
  }
  if (numbers > 0) found.set("numbers:1", 1);
  if (numbers > 1) found.set("numbers:2", 1);
  if (names > 0) found.set("names", 1);
  raise(found, "specifics", Math.min(4, reading.specifics));
  if (!hasVerb) found.set("without verb", 1);
  if (reading.isQuestion) found.set("question", 1);
  if (reading.isHypothetical) found.set("hypothetical", 1);
  if (reading.pointsBack) found.set(isFirst ? "first points back" : "points back", 1);
  if (reading.words < 4) found.set("short", 1);
  if (isItem) found.set("item", 1);
  if (heading !== undefined) found.set("heading", 1);
  if (text.includes('"') || text.includes("“")) found.set("quotation", 1);
  if (text.endsWith("!")) found.set("exclamation", 1);
  if (TITLED.test(text)) found.set("titled", 1);
}

function raise(found: Features, name: string, value: number): void {
  const before = found.get(name);
  if (value > 0 && (before === undefined || value > before)) found.set(name, value);
}

/** What the session around a passage says about it. */
export interface Surroundings {
  /** Its place, from 0 to 1, and how many thoughts follow. */
  readonly age: number;
  readonly left: number;
  /** The share of its runs of words that the session repeats. */
  readonly routine: number;
  /** How rare its words are, on average. */
  readonly rarity: number;
  /** How many of its words are those of the goal. */
  readonly goal: number;
  readonly isBranch: boolean;
  readonly isEndOfBranch: boolean;
  /** It answers an earlier question. */
  readonly isAnswer: boolean;
}

/** The features of a passage that depend on the rest of its session. */
export function featuresAround({
  age,
  left,
  routine,
  rarity,
  goal,
  isBranch,
  isEndOfBranch,
  isAnswer,
}: Surroundings): Features {
  return new Map([
    ["age", age - 0.5],
    ["late:3", left <= 3 ? 1 : 0],
    ["late:8", left <= 8 ? 1 : 0],
    ["late:16", left <= 16 ? 1 : 0],
    ["age:10", age < 0.1 ? 1 : 0],
    ["routine", routine],
    ["rarity", rarity - 0.8],
    ["goal", Math.min(4, goal)],
    ["branch", isBranch ? 1 : 0],
    ["end of branch", isEndOfBranch ? 1 : 0],
    ["answer", isAnswer ? 1 : 0],
  ]);
}
