import { readWeights } from "../facts/read-weights.ts";
import type { Token } from "../facts/tokens.ts";
import { CLASSES, classesOf } from "../facts/word-classes.ts";
import { WORD_WEIGHTS } from "./word-weights.ts";

/** How informative a word is in its session, from 0 (frequent) to 1 (rare). */
export type Rarity = (stem: string) => number;

/** Classes of words that say how likely a word carries a fact. */
const TELLING = [
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
const NAME_OF = new Map(TELLING);
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

/** The features of a word among its neighbours. */
export function wordFeatures(
  own: readonly Token[],
  before: Token | undefined,
  after: Token | undefined,
  rarity: Rarity,
  place: number,
): ReadonlyMap<string, number> {
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
  set("known", isKnown);
  set("place", place);
  set("after number", before !== undefined && isNumber(before.word));
  set("after article", before !== undefined && ARTICLES.has(before.word));
  set("after preposition", before !== undefined && PREPOSITIONS.has(before.word));
  set("after name", before?.isSpecific === true);
  set("before number", after !== undefined && isNumber(after.word));
  set("before preposition", after !== undefined && PREPOSITIONS.has(after.word));
  set("before verb", after !== undefined && BE.has(after.word));
  return found;
}

let weights: ReadonlyMap<string, Float64Array> | undefined;

/** How likely a word is one that a reader of the fact needs, from 0 to 1. */
export function worthOf(features: ReadonlyMap<string, number>): number {
  weights ??= readWeights(WORD_WEIGHTS);
  let sum = weights.get("always")?.[0] ?? 0;
  for (const [name, value] of features) sum += value * (weights.get(name)?.[0] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

function isNumber(word: string): boolean {
  return word >= "0" && word < ":";
}
