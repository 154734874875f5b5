import type { Read } from "./candidate.ts";
import { FORMS, type Form, isPast, subjectKindOf } from "./grammar.ts";
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
/** Function words that a sentence may begin with. */
const BEGINNINGS = new Set(
  `a an the this that these those it its i my we our you he his she her they their who what where when why how there here
and or but nor so yet if then than as of at by for from in into on to with without over under after before between during
until since because while although though whether is are was were do does did have has had will shall should can could may
might must not no only just also too very more most each every either neither both one two three first second third last
next now still already again never once instead rather therefore hence thus let let's ok well good fine maybe perhaps`.split(
    /\s+/,
  ),
);
const TITLED = /^[\p{Lu}][\p{L} -]{2,28}: \S/u;

/** What a few sentences say together: each property as strong as in the sentence that has most of it. */
export function featuresOf(sentences: readonly Read[]): Features {
  const found: Features = new Map();
  let [words, items] = [0, 0];
  for (const [index, sentence] of sentences.entries()) {
    words += sentence.reading.words;
    if (sentence.isItem) items++;
    addSentence(found, sentence, index === 0, index === sentences.length - 1);
    addGrammar(found, sentence, index === 0, index === sentences.length - 1);
  }
  addForms(found, sentences);
  found.set("length", Math.log(1 + words));
  found.set("items", Math.min(5, items));
  found.set("words per sentence", Math.log(1 + words / Math.max(1, sentences.length)));
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

/** Who does what in a sentence, and what it begins with. */
function addGrammar(found: Features, { forms, tokens, text }: Read, isFirst: boolean, isLast: boolean): void {
  const main = forms[0] ?? "none";
  found.set(`main:${main}`, 1);
  if (isFirst) found.set(`first main:${main}`, 1);
  if (isLast) found.set(`last main:${main}`, 1);
  const subject = subjectKindOf(tokens);
  if (subject !== undefined) found.set(`subject:${subject}`, 1);
  if (subject !== undefined && isFirst) found.set(`first subject:${subject}`, 1);
  const begin = tokens.find(({ isMark }) => !isMark)?.word ?? "";
  if (BEGINNINGS.has(begin)) found.set(`begins:${begin}`, 1);
  if (/[→=≈<>≥≤×%]/.test(text)) found.set("symbol", 1);
  if (text.includes("(")) found.set("bracket", 1);
  if (/[;—–]/.test(text)) found.set("semicolon", 1);
  if (/\b\d{1,2}:\d\d\b/.test(text)) found.set("clock", 1);
}

/** The shares of its verbs that are of each form. */
function addForms(found: Features, sentences: readonly Read[]): void {
  const counts = new Map<Form, number>();
  let total = 0;
  for (const { forms } of sentences)
    for (const form of forms) {
      counts.set(form, (counts.get(form) ?? 0) + 1);
      total++;
    }
  for (const [form, count] of counts) found.set(FORMS[form], count / total);
  found.set("verbs", Math.min(6, total));
  found.set("past share", pastShare(sentences));
}

/** The share of the verbs of some sentences that speak of the past. */
export function pastShare(sentences: readonly Read[]): number {
  let [past, total] = [0, 0];
  for (const { forms } of sentences)
    for (const form of forms) {
      total++;
      if (isPast(form)) past++;
    }
  return total === 0 ? 0 : past / total;
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
  /** What the other thoughts say about its own. */
  readonly course: Features;
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
  course,
}: Surroundings): Features {
  return new Map([
    ...course,
    ["in session", 1],
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
