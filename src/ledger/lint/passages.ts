import { featuresOf } from "../facts/features.ts";
import { readThought } from "../facts/follow-facts.ts";
import { subjectKindOf } from "../facts/grammar.ts";
import { type Token, tokensOf } from "../facts/tokens.ts";
import type { Word } from "../facts/vocabulary.ts";
import { CLASSES } from "../facts/word-classes.ts";
import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import { addNovelty } from "./novelty.ts";
import {
  ADVERBS,
  AUTHOR,
  BAD,
  CLOSED,
  EXAMINING,
  GOOD,
  isMotion,
  LINKS,
  NONE,
  PAST,
  REPORTING,
  THROUGH,
} from "./passage-words.ts";
import { proseOf, type Sentence } from "./prose.ts";

/** Receives the properties of a passage by name. Some come more than once, and the first counts. Those that it lacks are left out. */
export interface Sink {
  put(name: string, value: number): void;
}

/** How many sentences of a thought are read, and how much of each. */
const MOST = 12;
const LONGEST = 300;

const classAt = (name: string) => CLASSES.indexOf(name);
const [BUILD, ADOPT, STOP, ALL, DAY, NOW] = ["build", "adopt", "stop", "all", "day", "now"].map(classAt) as [
  number,
  number,
  number,
  number,
  number,
  number,
];
const HAS = CLASSES.map((name) => `has:${name}`);
const AUTHOR_DOES = CLASSES.map((name) => `author ${name}`);
const TAIL_HAS = CLASSES.map((name) => `tail:${name}`);

/** A sentence of a thought with the one after it. */
export interface Passage {
  readonly text: string;
  readonly isQuestion: boolean;
  /** Hands its properties to a model. */
  describe(into: Sink): void;
}

/** The passages of a thought, with what its place in the session says about each. */
export function passagesOf(thought: Thought, sentences: readonly Sentence[]): readonly Passage[] {
  return passagesIn(thought, sentences.slice(0, MOST).map(readSentence));
}

/** The same with what the facts know of each sentence, which takes longer. */
export function closePassagesOf(context: LintContext, thought: Thought): readonly Passage[] {
  const sentences = readThought(thought).sentences.slice(0, MOST);
  const read = sentences.map(({ text, tokens, reading: { isQuestion } }) => ({
    text,
    isQuestion,
    tokens,
    words: tokens.filter(({ isMark }) => !isMark),
    sentence: { text: proseOf(text), isQuestion },
  }));
  return passagesIn(thought, read).map((passage, at) => ({
    ...passage,
    describe(into) {
      passage.describe(into);
      addNovelty(
        context,
        into,
        thought,
        read.slice(at, at + 2).flatMap((one) => context.wordsIn(one.sentence)),
      );
      for (const [name, value] of featuresOf(sentences.slice(at, at + 2))) into.put(name, value);
    },
  }));
}

function passagesIn(thought: Thought, read: readonly Read[]): readonly Passage[] {
  return read.slice(0, Math.max(1, read.length - 1)).map(
    (first, at): Passage => ({
      text: first.text,
      isQuestion: first.isQuestion,
      describe(into) {
        const next = read[at + 1];
        describeThought(into, thought, read.length);
        addSentence(into, first, FIRST);
        if (next) addSentence(into, next, NEXT);
        into.put("length", Math.log(1 + first.words.length + (next?.words.length ?? 0)));
        if (next) into.put("two sentences", 1);
      },
    }),
  );
}

function addSentence(into: Sink, sentence: Read, names: Names): void {
  addClasses(into, sentence, names);
  addMeaning(into, sentence.tokens, names);
  addSubject(into, sentence, names);
}

/** The names of properties for the sentence of a passage and for the one after it. */
const namesFor = (place: string) => ({
  isFirst: place === "",
  brief: `${place}brief`,
  title: `${place}title`,
  examines: `${place}examines`,
  good: `${place}good`,
  progressive: `${place}author progressive`,
  changes: `${place}changes to`,
  gerund: `${place}gerund first`,
  tail: `${place}tail`,
  subject: `${place}subject:`,
});
type Names = ReturnType<typeof namesFor>;
const FIRST = namesFor("");
const NEXT = namesFor("then ");

interface Read {
  readonly sentence: Sentence;
  readonly text: string;
  readonly isQuestion: boolean;
  readonly tokens: readonly Token[];
  readonly words: readonly Token[];
}

function readSentence(sentence: Sentence): Read {
  const text = sentence.text.slice(0, LONGEST);
  const tokens = tokensOf(text);
  return {
    text,
    sentence,
    isQuestion: sentence.isQuestion,
    tokens,
    words: tokens.filter(({ isMark }) => !isMark),
  };
}

/** What is known of a thought besides its words. */
function describeThought(into: Sink, thought: Thought, sentences: number): void {
  const { content } = thought;
  if (thought.isRevision) into.put("is revision", 1);
  if (thought.evidence !== undefined && thought.evidence.length > 0) into.put("has evidence", 1);
  if (thought.confidence !== undefined) into.put("has confidence", 1);
  if (!thought.nextThoughtNeeded) into.put("at end", 1);
  if (/(?:#|\bthoughts? |\bstep )\d/i.test(content)) into.put("cites", 1);
  if (content.includes("?")) into.put("asks", 1);
  if (/\n[-*(]/.test(content)) into.put("lists", 1);
  if (content.includes("`")) into.put("code", 1);
  if (content.includes('"') || content.includes("“")) into.put("quotation", 1);
  if (sentences > 3) into.put("long", 1);
}

/** The classes of its words, and its verbs and subject. */
function addClasses(into: Sink, { words, tokens, text, isQuestion }: Read, names: Names): void {
  let [numbers, specifics] = [0, 0];
  for (const { word, known, isSpecific } of words) {
    if (word > "0" && word < ":") numbers++;
    else if (isSpecific) specifics++;
    if (CLOSED.has(word)) into.put(CLOSED.get(word)!, 1);
    putClasses(into, HAS, known?.classes);
  }
  if (numbers > 0) into.put("numbers:1", 1);
  if (numbers > 1) into.put("numbers:2", 1);
  if (specifics > 0) into.put("names", 1);
  const subject = subjectKindOf(tokens);
  if (subject !== undefined) into.put(names.subject + subject, 1);
  if (isQuestion) into.put("question", 1);
  if (words.length < 4) into.put("short", 1);
  if (words.length <= 8) into.put(names.brief, 1);
  if (text.endsWith("!")) into.put("exclamation", 1);
  const colon = text.indexOf(": ");
  if (colon > 1 && colon < 40) into.put(names.title, 1);
}

function putClasses(into: Sink, names: readonly string[], classes: Uint8Array | undefined): void {
  if (classes) for (let at = 0; at < classes.length; at++) into.put(names[classes[at]!]!, 1);
}

const [NEGATES, EXAMINES, MOVES, REPORTS, COMPARES, IS_GOOD, IS_BAD, IS_ALL] = [1, 2, 4, 8, 16, 32, 64, 128];
/** What a word means for a claim, found once for all of its places. */
const meanings = new WeakMap<Word, number>();

function meaningOf(word: string, known: Word | undefined): number {
  const found = known && meanings.get(known);
  if (found !== undefined) return found;
  const base = known?.bases[0] ?? word;
  const means =
    (NONE.has(word) || word.endsWith("n't") ? NEGATES : 0) |
    (EXAMINING.has(base) ? EXAMINES : 0) |
    (isMotion(word) ? MOVES : 0) |
    (REPORTING.has(word) ? REPORTS : 0) |
    (word.endsWith("er") ? COMPARES : 0) |
    (GOOD.has(word) ? IS_GOOD : 0) |
    (BAD.has(base) || BAD.has(known?.stems[0] ?? "") ? IS_BAD : 0) |
    (known?.classes?.includes(ALL) ? IS_ALL : 0);
  if (known) meanings.set(known, means);
  return means;
}

/** Whether something is examined, and found to be good. */
function addMeaning(into: Sink, tokens: readonly Token[], names: Names): void {
  let [examines, isGood, hasAll, hasNone, hasNoFault, lastNone] = [false, false, false, false, false, -9];
  for (let at = 0; at < tokens.length; at++) {
    const { word, isMark, known } = tokens[at]!;
    if (isMark) continue;
    const means = meaningOf(word, known);
    if (means & NEGATES) {
      hasNone = true;
      lastNone = at;
    }
    const isDenied = at - lastNone <= 3;
    if (means & EXAMINES || (means & MOVES && isThrough(tokens, at))) {
      if (isDenied) into.put("unexamined", 1);
      else examines = true;
    }
    if (means & REPORTS) into.put(AUTHOR.has(tokens[at - 1]?.word ?? "") ? "author reports" : "reported", 1);
    if (means & IS_ALL) hasAll = true;
    if (means & COMPARES && tokens[at + 1]?.word === "than") into.put("comparative", 1);
    if (means & IS_GOOD) {
      if (isDenied) into.put("not good", 1);
      else isGood = true;
    }
    if (means & IS_BAD)
      if (at - lastNone <= 4) hasNoFault = true;
      else into.put("fault named", 1);
  }
  isGood ||= hasNoFault;
  if (examines) into.put(names.examines, 1);
  if (isGood) into.put(names.good, 1);
  if (hasNoFault) into.put("no fault", 1);
  if (examines && isGood) into.put("examines and good", 1);
  if (hasAll && isGood) into.put("all good", 1);
  if (examines && hasAll) into.put("examines all", 1);
  if (hasNone && !hasNoFault) into.put("denies", 1);
}

/** "went over", "been through", "had them looked at": a verb of motion that examines. */
function isThrough(tokens: readonly Token[], at: number): boolean {
  for (let next = at + 1; next < Math.min(tokens.length, at + 5); next++)
    if (THROUGH.has(tokens[next]!.word)) return true;
  return false;
}

/** Who does what: "I've ordered", "will be a", "go to", "from June on", "…, ordered." */
function addSubject(into: Sink, { words, tokens }: Read, names: Names): void {
  for (let at = 0; at < words.length; at++) {
    const { word, known } = words[at]!;
    const [next, after] = [words[at + 1], words[at + 2]];
    if (!next) break;
    if (AUTHOR.has(word)) {
      const verb = next.word.endsWith("ly") || ADVERBS.has(next.word) ? after : next;
      putClasses(into, AUTHOR_DOES, verb?.known?.classes);
      if (verb?.word.endsWith("ing")) into.put(names.progressive, 1);
    }
    if (word === "will" || word === "shall" || word.endsWith("'ll")) {
      into.put(next.word === "be" ? "will be" : "will do", 1);
      if (after && LINKS.has(after.word)) into.put("will do to", 1);
    }
    if (at > 0 && LINKS.has(next.word) && !word.endsWith("ing") && known?.classes?.includes(BUILD))
      into.put(names.changes, 1);
    if (word === "from" || word === "by" || word === "starting" || word === "as")
      for (const { word: own, known: date } of words.slice(at + 1, at + 5))
        if (own === "on" || own === "here" || date?.classes?.includes(DAY) || date?.classes?.includes(NOW))
          into.put("from then", 1);
  }
  const [first] = words;
  if (first && first.word.length > 5 && first.word.endsWith("ing")) {
    into.put(names.gerund, 1);
    const classes = first.known?.classes;
    if (classes?.includes(BUILD)) into.put("gerund build", 1);
    if (classes?.includes(ADOPT) || classes?.includes(STOP)) into.put("gerund adopt", 1);
  }
  const mark = tokens.findLastIndex(({ isMark }) => isMark);
  if (mark < 1 || tokens.length - mark > 7 || mark === tokens.length - 1) return;
  into.put(names.tail, 1);
  for (let at = mark + 1; at < tokens.length; at++)
    for (const one of tokens[at]!.known?.classes ?? []) if (PAST.has(one)) into.put(TAIL_HAS[one]!, 1);
}
