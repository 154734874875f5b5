import { formsOf, isPast } from "../facts/grammar.ts";
import { readWeights, type Weights } from "../facts/read-weights.ts";
import { actsOf, type ReadClause, type Reading, readTokens } from "../facts/reading.ts";
import { type Token, tokensOf } from "../facts/tokens.ts";
import { CLASSES, classesOf } from "../facts/word-classes.ts";
import { WORD_WEIGHTS } from "./word-weights.ts";

/** How informative a word is in its session, from 0 (frequent) to 1 (rare). */
export type Rarity = (stem: string) => number;

/** What the worth of the words of a session is computed from. */
export interface Scale {
  readonly rarity: Rarity;
  readonly weights: Weights;
}

/** Classes of words that say how likely a word carries a fact. */
const INDICATIVE = [
  "not",
  "never",
  "nobody",
  "only",
  "back",
  "now",
  "it",
  "person",
  "i",
  "we",
  "ask",
  "modal",
  "idle",
  "standing",
  "day",
  "bad",
  "good",
  "look",
  "look:past",
  "state",
  "state:past",
  "result",
  "result:past",
  "attempt",
  "attempt:past",
  "stop",
  "stop:past",
  "adopt",
  "adopt:past",
  "build",
  "build:past",
  "fail",
  "fail:past",
  "answer:past",
  "doubt",
  "cause",
  "instead",
  "unknown",
  "future",
  "all",
  "goal",
  "maybe",
].map((name) => [CLASSES.indexOf(name), name] as const);
const NAME_OF = new Map(INDICATIVE);
const ARTICLES = new Set(["the", "a", "an"]);
const PREPOSITIONS = new Set([
  "of",
  "in",
  "on",
  "at",
  "to",
  "for",
  "with",
  "by",
  "from",
  "per",
  "as",
  "into",
]);
const BE = new Set(["is", "are", "was", "were", "has", "have", "will"]);
const NUMERALS = new Set(
  "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand half once twice both".split(
    " ",
  ),
);
/** Words that say which or how many of what follows them. */
const MODIFIERS = new Set(
  "same last next first second third new own whole each every all no other more most less least few some many any".split(
    " ",
  ),
);
const ACTS = ["commit", "abandon", "fail", "doubt", "plan", "result", "attempt", "watch"] as const;

/** Where a sentence stands among those of its line. */
export type Standing = "only" | "first" | "middle" | "last";

/** The standing of a sentence by its place. */
export function standingOf(index: number, count: number): Standing {
  if (count === 1) return "only";
  return index === 0 ? "first" : index === count - 1 ? "last" : "middle";
}

/** A word of a line with what speaks for keeping it. */
export interface LineWord {
  readonly word: string;
  readonly index: number;
  readonly features: ReadonlyMap<string, number>;
  readonly clause: ReadClause | undefined;
}

/** Reads the words of a sentence. */
export function readWords(text: string, rarity: Rarity, standing: Standing): readonly LineWord[] {
  const all = tokensOf(text);
  const reading = readTokens(text, all);
  const sentence = sentenceFeatures(reading, all, standing);
  const clauses = reading.clauses.map((clause) => [clause, actsOf(clause)] as const);
  const tokens = all.flatMap((token) => (token.isMark ? [] : insideOf(text, token)));
  let first = 0;
  return [...text.matchAll(/\S{1,80}/g)].map(({ 0: word, index }) => {
    const to = index + word.length;
    while (first < tokens.length && tokens[first]!.to <= index) first++;
    let end = first;
    while (end < tokens.length && tokens[end]!.from < to) end++;
    const own = tokens.slice(first, end);
    const features = wordFeatures(own, tokens[first - 1], tokens[end], rarity, index / text.length);
    for (const [name, value] of sentence) features.set(name, value);
    const at = clauses.findLastIndex(([{ from }]) => from <= index);
    const clause = clauses[at];
    if (clause) {
      const { commit, abandon, doubt, plan } = clause[1];
      features.set("clause act", Math.min(3, Math.max(commit, abandon, doubt, plan)));
      if (at === 0) features.set("first clause", 1);
    }
    if (text[index] === "(" || text[index - 1] === "(") features.set("bracket", 1);
    if (word.endsWith(",") || word.endsWith(".")) features.set("before mark", 1);
    return { word, index, features, clause: clause?.[0] };
  });
}

/** The words of a quotation or of code; any other token as it is. */
function insideOf(text: string, token: Token): readonly Token[] {
  const isCode = text[token.from] === "`";
  if (token.isCode === true || token.word !== "0" || token.to - token.from < 3) return [token];
  return tokensOf(text.slice(token.from + 1, token.to - 1)).flatMap((one) =>
    one.isMark ? [] : [{ ...one, from: one.from + token.from + 1, to: one.to + token.from + 1, isCode }],
  );
}

/** What the sentence of a word says, compared with the others of its line. */
function sentenceFeatures(
  reading: Reading,
  tokens: readonly Token[],
  standing: Standing,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>([[`sentence:${standing}`, 1]]);
  if (standing === "only") return found;
  const forms = formsOf(tokens);
  if (forms.length === 0) found.set("sentence without verb", 1);
  else found.set("sentence past", forms.filter(isPast).length / forms.length);
  if (forms.includes("is done")) found.set("sentence is done", 1);
  if (reading.isQuestion) found.set("sentence question", 1);
  if (reading.isHypothetical) found.set("sentence hypothetical", 1);
  if (reading.pointsBack) found.set("sentence points back", 1);
  found.set("sentence length", Math.log(1 + reading.words));
  for (const act of ACTS)
    if (reading.acts[act] > 0) found.set(`sentence ${act}`, Math.min(3, reading.acts[act]));
  return found;
}

/** The features of a word among its neighbours. */
function wordFeatures(
  own: readonly Token[],
  before: Token | undefined,
  after: Token | undefined,
  rarity: Rarity,
  place: number,
): Map<string, number> {
  const found = new Map<string, number>();
  const set = (name: string, value: number | boolean): void => {
    if (value) found.set(name, Number(value));
  };
  let [rare, hasStem, isKnown] = [0, false, false];
  for (const { word, known, isSpecific, isCode } of own) {
    for (const stem of known?.stems ?? []) {
      rare = Math.max(rare, rarity(stem));
      hasStem = true;
    }
    set("number", isNumber(word));
    set("numeral", NUMERALS.has(word));
    set("modifier", MODIFIERS.has(word));
    set("specific", isSpecific);
    set("code", isCode === true);
    set("ed", word.endsWith("ed"));
    set("ly", word.endsWith("ly"));
    set("ing", word.endsWith("ing"));
    set("length", hasStem ? Math.min(12, word.length) / 6 : 0);
    for (const one of classesOf(word) ?? []) {
      isKnown = true;
      const name = NAME_OF.get(one);
      if (name !== undefined) found.set(name, 1);
    }
  }
  set("stem", hasStem);
  set("rare", rare);
  set("very rare", rare > 0.83);
  set("common", hasStem && rare < 0.6);
  set("known", isKnown);
  set("place", place);
  set("after number", before !== undefined && (isNumber(before.word) || NUMERALS.has(before.word)));
  set("after article", before !== undefined && ARTICLES.has(before.word));
  set("after preposition", before !== undefined && PREPOSITIONS.has(before.word));
  set("after content", before !== undefined && (before.known?.stems.length ?? 0) > 0);
  set("before content", after !== undefined && (after.known?.stems.length ?? 0) > 0);
  set("after name", before?.isSpecific === true);
  set("before number", after !== undefined && isNumber(after.word));
  set("before preposition", after !== undefined && PREPOSITIONS.has(after.word));
  set("before verb", after !== undefined && BE.has(after.word));
  return found;
}

let fitted: Weights | undefined;

/** The weights of words that the brief uses. */
export function wordWeights(): Weights {
  fitted ??= readWeights(WORD_WEIGHTS);
  return fitted;
}

/** How likely a word is one that a reader of the fact needs, from 0 to 1. */
export function worthOf(features: ReadonlyMap<string, number>, weights: Weights): number {
  let sum = weights.get("always")?.[0] ?? 0;
  for (const [name, value] of features) sum += value * (weights.get(name)?.[0] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

function isNumber(word: string): boolean {
  return word >= "0" && word < ":";
}
