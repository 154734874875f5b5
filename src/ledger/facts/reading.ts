import { findPhrases, isNegation } from "./lexicon.ts";
import type { Act } from "./phrases.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { baseOf } from "./verbs.ts";

/** What the words of a sentence do, by clause. */
export interface Reading {
  /** The strength of each act, 0 to about 5, after polarity and modality. */
  readonly acts: Readonly<Record<Act, number>>;
  readonly isQuestion: boolean;
  /** It speaks of what would be, not of what is: "if we used Redis". */
  readonly isHypothetical: boolean;
  /** It points back at the sentence before: "That rules it out." */
  readonly pointsBack: boolean;
  /** It has a pronoun for something that it does not name: "We have taken it off again." */
  readonly refersBack: boolean;
  /** Numbers, names and identifiers. */
  readonly specifics: number;
  readonly words: number;
  readonly clauses: readonly ReadClause[];
}

/** A clause: where it is, in characters, and what it does. */
export interface ReadClause {
  readonly from: number;
  readonly to: number;
  readonly acts: Readonly<Record<Act, number>>;
}

const ACTS: readonly Act[] = [
  "commit",
  "abandon",
  "fail",
  "attempt",
  "doubt",
  "answer",
  "plan",
  "result",
  "turn",
  "rule",
  "watch",
];
const CONTRACTIONS = new Map<string, readonly string[]>([
  ["can't", ["can", "not"]],
  ["cannot", ["can", "not"]],
  ["won't", ["will", "not"]],
  ["shan't", ["will", "not"]],
  ["let's", ["let", "us"]],
]);
const BACK = new Set([
  "it",
  "that",
  "this",
  "they",
  "these",
  "those",
  "which",
  "such",
  "he",
  "she",
  "both",
  "neither",
]);
/** Words that are both nouns and verbs in their bare form, and words after which they are verbs. */
const NOUNS = new Set(
  "drop kill park book order strike close leak crash break move switch test cap limit rule lock claim fill page cover ship land cut parking".split(
    " ",
  ),
);
const CALLS = new Set(
  "i we you they to will not can could would should must shall do let us and or may might who never always just also then please now".split(
    " ",
  ),
);
/** Words that begin a clause. */
const JOINTS = new Set([
  "but",
  "because",
  "so",
  "since",
  "while",
  "though",
  "although",
  "and",
  "which",
  "whereas",
  "as",
]);
const SUPPOSING = new Set(["if", "suppose", "supposing", "imagine", "assuming", "unless", "were"]);

interface Clause {
  readonly words: string[];
  from: number;
  to: number;
}

/** Reads a sentence. Quotations and code count as names, not as statements. */
export function readSentence(text: string): Reading {
  return readTokens(text, tokensOf(text));
}

/** Reads the tokens of a sentence. */
export function readTokens(text: string, tokens: readonly Token[]): Reading {
  const isQuestion = /[?？]["'”’)\]]{0,3}$/.test(text.slice(-4));
  const clauses = clausesOf(tokens);
  const [first = "", second = ""] = clauses[0]?.words ?? [];
  const all = clauses.length === 1 ? clauses[0]!.words : clauses.flatMap(({ words }) => words);
  const isHypothetical = isSupposition(all, first, second);
  const acts = noActs();
  const read: ReadClause[] = [];
  for (const clause of clauses) {
    const own = actsIn(clause.words);
    read.push({ from: clause.from, to: clause.to, acts: own });
    for (const act of ACTS) acts[act] = Math.max(own[act], acts[act]) + 0.2 * Math.min(own[act], acts[act]);
  }
  if (isHypothetical) for (const act of ["commit", "abandon", "result", "rule"] as const) acts[act] *= 0.15;
  if (isQuestion)
    for (const act of ["commit", "abandon", "answer", "result", "rule"] as const) acts[act] *= 0.2;
  return {
    acts,
    isQuestion,
    isHypothetical,
    pointsBack: BACK.has(first) || (BACK.has(second) && ["so", "and", "but", "all", "of"].includes(first)),
    refersBack: all.some((word) => word === "it" || word === "them" || word === "that" || word === "this"),
    specifics: specificsOf(tokens),
    words: all.length,
    clauses: read,
  };
}

function noActs(): Record<Act, number> {
  return {
    commit: 0,
    abandon: 0,
    fail: 0,
    attempt: 0,
    doubt: 0,
    answer: 0,
    plan: 0,
    result: 0,
    turn: 0,
    rule: 0,
    watch: 0,
  };
}

function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let open: Clause | undefined;
  for (const { word: own, from, to, isMark, isCode } of tokens) {
    const word = isCode ? "0" : own;
    if (isMark && word !== ":") {
      open = undefined;
      continue;
    }
    if (open && open.words.length > 2 && JOINTS.has(word)) open = undefined;
    if (!open) {
      open = { words: [], from, to };
      clauses.push(open);
    }
    open.to = to;
    if (word.includes("'") || word === "cannot") {
      for (const piece of piecesOf(word)) open.words.push(baseOf(piece));
    } else open.words.push(isNoun(word, open.words.at(-1)) ? `${word}~` : baseOf(word));
  }
  return clauses;
}

/** "A nightly drop" abandons nothing: a bare form is a verb at the start of a clause or after a word that calls for one. */
function isNoun(word: string, before: string | undefined): boolean {
  return NOUNS.has(word) && before !== undefined && !CALLS.has(before);
}

/** "doesn't" is two words, and so is "we'll". */
function piecesOf(word: string): readonly string[] {
  const known = CONTRACTIONS.get(word);
  if (known) return known;
  if (word.endsWith("n't")) return [word.slice(0, -3), "not"];
  const apostrophe = word.indexOf("'");
  return apostrophe > 0 ? [word.slice(0, apostrophe), word.slice(apostrophe)] : [word];
}

/** "If we used…", "had we had…", "were she…": a condition with a consequence that is only thought of. */
function isSupposition(words: readonly string[], first: string, second: string): boolean {
  const wouldBe = words.some((word) => ["would", "'d", "might", "could"].includes(word));
  if (!wouldBe)
    return first === "suppose" || first === "imagine" || (first === "if" && !words.includes("then"));
  if (SUPPOSING.has(first) || words.includes("if") || words.includes("unless")) return true;
  return (first === "had" || first === "be") && /^(?:we|i|it|she|he|they|the|there)$/.test(second);
}

function actsIn(words: readonly string[]): Record<Act, number> {
  const acts = noActs();
  const add = (act: Act, weight: number) => {
    acts[act] = Math.max(acts[act], weight) + 0.15 * Math.min(acts[act], weight);
  };
  const wouldBe = words.includes("would") || words.includes("might") || words.includes("could");
  for (const { act, weight, at, negated } of findPhrases(words)) {
    const turned = !negated && isTurned(words, at, act === "commit" ? 3 : 0);
    if (act === "commit" && (turned || wouldBe)) {
      if (turned && weight >= 2) add("abandon", weight / 2);
      else if (wouldBe) add("attempt", weight / 2);
    } else if (turned && (act === "abandon" || act === "doubt" || act === "fail")) add("result", weight / 4);
    else if (act === "abandon" && wouldBe && !negated) add("fail", weight / 2);
    else add(act, weight);
  }
  return acts;
}

/** Whether a negation stands up to four words before a phrase, or `after` words after its first. */
function isTurned(words: readonly string[], at: number, after: number): boolean {
  for (let near = Math.max(0, at - 4); near <= at + after && near < words.length; near++)
    if (near !== at && isNegation(words[near]!)) return true;
  return false;
}

function specificsOf(tokens: readonly Token[]): number {
  let sum = 0;
  for (const { isSpecific, word } of tokens) if (isSpecific) sum += /^[1-9]/.test(word) ? 0.7 : 1;
  return Math.min(4, sum);
}
