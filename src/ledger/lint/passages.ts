import { FORMS, type Form, formsOf, isPast, subjectKindOf } from "../facts/grammar.ts";
import { type Token, tokensOf } from "../facts/tokens.ts";
import { CLASSES } from "../facts/word-classes.ts";
import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import { type Sentence, wordsOf } from "./prose.ts";
import { ADVERBS, AUTHOR, BAD, CLOSED, EXAMINING, GOOD, isMotion, LINKS, NONE, PAST, REPORTING, THROUGH } from "./passage-words.ts";

/** Properties of a passage by name; those that it lacks are left out. */
export type Properties = Map<string, number>;

/** A sentence of a thought with the one after it, and the properties that the fitted models read. */
export interface Passage {
  readonly text: string;
  readonly isQuestion: boolean;
  readonly properties: Properties;
}

/** How many sentences of a thought are read, and how much of each. */
const MOST = 12;
const LONGEST = 300;
/** How many thoughts back a word counts as known. */
const FAR = 40;

const classAt = (name: string) => CLASSES.indexOf(name);
const [BUILD, ADOPT, STOP, ALL, DAY, NOW] = ["build", "adopt", "stop", "all", "day", "now"].map(classAt) as [number, number, number, number, number, number];
const HAS = CLASSES.map((name) => `has:${name}`);
const AUTHOR_DOES = CLASSES.map((name) => `author ${name}`);
const TAIL_HAS = CLASSES.map((name) => `tail:${name}`);

/** The passages of a thought, with what its place in the session says about each. */
export function passagesOf(
  context: LintContext | undefined,
  thought: Thought,
  sentences: readonly Sentence[],
): readonly Passage[] {
  const read = sentences.slice(0, MOST).map(({ text, isQuestion }) => readSentence(text.slice(0, LONGEST), isQuestion));
  const around = aroundOf(thought, read.length);
  const found: Passage[] = [];
  for (let at = 0; at < Math.max(1, read.length - 1); at++) {
    const own = read.slice(at, at + 2);
    if (own.length === 0) break;
    const properties: Properties = new Map(around);
    let words = 0;
    for (const [index, one] of own.entries()) {
      words += one.words.length;
      addClasses(properties, one, index === 0);
      addMeaning(properties, one.tokens, index === 0 ? "" : "then ");
      addSubject(properties, one, index === 0 ? "" : "then ");
    }
    properties.set("length", Math.log(1 + words));
    if (own.length > 1) properties.set("two sentences", 1);
    if (context) addNovelty(context, properties, thought, own);
    found.push({ text: own[0]!.text, isQuestion: own[0]!.isQuestion, properties });
  }
  return found;
}

interface Read {
  readonly text: string;
  readonly isQuestion: boolean;
  readonly tokens: readonly Token[];
  readonly words: readonly Token[];
  readonly forms: readonly Form[];
}

function readSentence(text: string, isQuestion: boolean): Read {
  const tokens = tokensOf(text);
  return { text, isQuestion, tokens, words: tokens.filter(({ isMark }) => !isMark), forms: formsOf(tokens) };
}

/** What is known of a thought besides its words. */
function aroundOf({ content, ...thought }: Thought, sentences: number): Properties {
  const found: Properties = new Map();
  const put = (name: string, is: boolean) => {
    if (is) found.set(name, 1);
  };
  put("is revision", thought.isRevision);
  put("has evidence", (thought.evidence ?? []).length > 0);
  put("has confidence", thought.confidence !== undefined);
  put("at end", !thought.nextThoughtNeeded);
  put("cites", /(?:#|\bthoughts? |\bstep )\d/i.test(content));
  put("asks", content.includes("?"));
  put("lists", /\n[-*(]/.test(content));
  put("code", content.includes("`"));
  put("quotation", content.includes('"') || content.includes("“"));
  put("long", sentences > 3);
  return found;
}

/** How much of a passage the session has not mentioned before. */
function addNovelty(context: LintContext, properties: Properties, thought: Thought, own: readonly Read[]): void {
  const words = own.flatMap(({ text }) => wordsOf(text));
  let known = 0;
  for (const word of words) if (occursBefore(context, word, thought)) known++;
  properties.set("novelty", words.length === 0 ? 0 : 0.4 - known / words.length);
  properties.set("known words", Math.min(6, known) - 3);
  properties.set("new words", Math.min(6, words.length - known) - 3);
  properties.set("new topic", words[0] !== undefined && !occursBefore(context, words[0], thought) ? 0.5 : -0.5);
  properties.set("in session", 1);
}

/** Whether a word occurs in a thought not long before another. */
function occursBefore(context: LintContext, word: string, { seq }: Thought): boolean {
  const places = context.thoughtsWith(word);
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]!.seq < seq) low = middle + 1;
    else high = middle;
  }
  const before = places[low - 1];
  return before !== undefined && before.seq >= seq - FAR;
}

/** The classes of its words, and its verbs and subject. */
function addClasses(properties: Properties, { words, forms, tokens, text, isQuestion }: Read, isFirst: boolean): void {
  let [numbers, names] = [0, 0];
  for (const { word, known, isSpecific } of words) {
    if (word > "0" && word < ":") numbers++;
    else if (isSpecific) names++;
    if (CLOSED.has(word)) properties.set(CLOSED.get(word)!, 1);
    for (const one of known?.classes ?? []) {
      properties.set(HAS[one]!, 1);
    }
  }
  if (numbers > 0) properties.set("numbers:1", 1);
  if (numbers > 1) properties.set("numbers:2", 1);
  if (names > 0) properties.set("names", 1);
  let past = 0;
  for (const form of forms) {
    properties.set(FORMS[form], 1);
    if (isPast(form)) past++;
  }
  if (past > 0) properties.set(past === forms.length ? "all past" : "some past", 1);
  const main = forms[0] ?? "none";
  if (isFirst) properties.set(`main:${main}`, 1);
  const subject = subjectKindOf(tokens);
  if (subject !== undefined) properties.set(isFirst ? `subject:${subject}` : `then subject:${subject}`, 1);
  if (isQuestion) properties.set("question", 1);
  if (words.length < 4) properties.set("short", 1);
  if (words.length <= 8) properties.set(isFirst ? "brief" : "then brief", 1);
  if (text.endsWith("!")) properties.set("exclamation", 1);
  const colon = text.indexOf(": ");
  if (colon > 1 && colon < 40) properties.set(isFirst ? "title" : "then title", 1);
}

/** Whether something is examined, and found to be good. */
function addMeaning(properties: Properties, tokens: readonly Token[], place: string): void {
  let [examines, isGood, hasAll, hasNone, hasNoFault, lastNone] = [false, false, false, false, false, -9];
  for (const [at, { word, isMark, known }] of tokens.entries()) {
    if (isMark) continue;
    const base = known?.bases[0] ?? word;
    if (NONE.has(word) || word.endsWith("n't")) {
      hasNone = true;
      lastNone = at;
    }
    const isDenied = at - lastNone <= 3;
    if (EXAMINING.has(base) || (isMotion(word) && isThrough(tokens, at))) {
      if (isDenied) properties.set("unexamined", 1);
      else examines = true;
    }
    if (REPORTING.has(word))
      properties.set(AUTHOR.has(tokens[at - 1]?.word ?? "") ? "author reports" : "reported", 1);
    hasAll ||= known?.classes?.includes(ALL) ?? false;
    if (word.endsWith("er") && tokens[at + 1]?.word === "than") properties.set("comparative", 1);
    if (GOOD.has(word)) {
      if (isDenied) properties.set("not good", 1);
      else isGood = true;
    }
    if (BAD.has(base) || BAD.has(known?.stems[0] ?? ""))
      if (at - lastNone <= 4) hasNoFault = true;
      else properties.set("fault named", 1);
  }
  isGood ||= hasNoFault;
  if (examines) properties.set(`${place}examines`, 1);
  if (isGood) properties.set(`${place}good`, 1);
  if (hasNoFault) properties.set("no fault", 1);
  if (examines && isGood) properties.set("examines and good", 1);
  if (hasAll && isGood) properties.set("all good", 1);
  if (examines && hasAll) properties.set("examines all", 1);
  if (hasNone && !hasNoFault) properties.set("denies", 1);
}

/** "went over", "been through", "had them looked at": a verb of motion that examines. */
function isThrough(tokens: readonly Token[], at: number): boolean {
  for (let next = at + 1; next < Math.min(tokens.length, at + 5); next++)
    if (THROUGH.has(tokens[next]!.word)) return true;
  return false;
}

/** Who does what: "I've ordered", "will be a", "go to", "from June on", "…, ordered." */
function addSubject(properties: Properties, { words, tokens }: Read, place: string): void {
  for (const [at, { word, known }] of words.entries()) {
    const [next, after] = [words[at + 1], words[at + 2]];
    if (!next) break;
    if (AUTHOR.has(word)) {
      const verb = next.word.endsWith("ly") || ADVERBS.has(next.word) ? after : next;
      for (const one of verb?.known?.classes ?? []) properties.set(AUTHOR_DOES[one]!, 1);
      if (verb?.word.endsWith("ing")) properties.set(`${place}author progressive`, 1);
    }
    if (word === "will" || word === "shall" || word.endsWith("'ll")) {
      properties.set(next.word === "be" ? "will be" : "will do", 1);
      if (after && LINKS.has(after.word)) properties.set("will do to", 1);
    }
    if (at > 0 && LINKS.has(next.word) && !word.endsWith("ing") && known?.classes?.includes(BUILD))
      properties.set(`${place}changes to`, 1);
    if (word === "from" || word === "by" || word === "starting" || word === "as")
      for (const { word: own, known: date } of words.slice(at + 1, at + 5))
        if (own === "on" || own === "here" || date?.classes?.includes(DAY) || date?.classes?.includes(NOW))
          properties.set("from then", 1);
  }
  const [first] = words;
  if (first && first.word.length > 5 && first.word.endsWith("ing")) {
    properties.set(`${place}gerund first`, 1);
    const classes = first.known?.classes;
    if (classes?.includes(BUILD)) properties.set("gerund build", 1);
    if (classes?.includes(ADOPT) || classes?.includes(STOP)) properties.set("gerund adopt", 1);
  }
  const mark = tokens.findLastIndex(({ isMark }) => isMark);
  if (mark < 1 || tokens.length - mark > 7 || mark === tokens.length - 1) return;
  properties.set(`${place}tail`, 1);
  for (let at = mark + 1; at < tokens.length; at++)
    for (const one of tokens[at]!.known?.classes ?? []) if (PAST.has(one)) properties.set(TAIL_HAS[one]!, 1);
}
