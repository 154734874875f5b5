import { isAdverb, isNegation, matches, type Phrase, type Phrases } from "./lexicon.ts";
import { ACTS, type Act } from "./phrases.ts";
import { type Token, tokensOf } from "./tokens.ts";

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

/** A clause: where it is, in characters, its base forms, and the phrases that may begin at each. */
export interface ReadClause {
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
  readonly phrases: readonly (Phrases | undefined)[];
  /** "Killing it did no harm": its first word is an activity that it speaks of. */
  readonly hasGerundSubject: boolean;
}

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

/** "Were the board to withdraw it, we should…": a condition without an "if". */
const INVERTED = /^(?:Were|Had|Should) .{3,200}\b(?:would|should|could|might)\b/;
const FINITE = new Set(["do", "be", "will", "would", "can", "could", "have", "must"]);
const REFERENCES = new Set(["it", "them", "that", "this"]);
const WOULD_BE = new Set(["would", "'d", "might", "could"]);
const CONDITION = new Set(["if", "unless"]);
const CONSEQUENCE = new Set(["then"]);

interface Clause extends ReadClause {
  readonly words: string[];
  readonly phrases: (Phrases | undefined)[];
  to: number;
  hasGerundSubject: boolean;
}

/** Reads a sentence. Quotations and code count as names, not as statements. */
export function readSentence(text: string): Reading {
  return readTokens(text, tokensOf(text));
}

/** Reads the tokens of a sentence. */
export function readTokens(text: string, tokens: readonly Token[]): Reading {
  const end = text.slice(-4);
  const isQuestion = (end.includes("?") || end.includes("？")) && /[?？]["'”’)\]]{0,3}$/.test(end);
  const clauses = clausesOf(tokens);
  const [first = "", second = ""] = clauses[0]?.words ?? [];
  const isHypothetical = isSupposition(clauses, first, second) || (!isQuestion && INVERTED.test(text));
  let [words, refersBack] = [0, false];
  sum.fill(0);
  for (const clause of clauses) {
    words += clause.words.length;
    refersBack ||= clause.words.some((word) => REFERENCES.has(word));
    if (!addActs(clause)) continue;
    for (let act = 0; act < sum.length; act++) {
      const one = own[act]!;
      const other = sum[act]!;
      sum[act] = one > other ? one + 0.2 * other : other + 0.2 * one;
    }
  }
  return {
    acts: actsIn(sum, isQuestion, isHypothetical),
    isQuestion,
    isHypothetical,
    pointsBack: BACK.has(first) || (BACK.has(second) && ["so", "and", "but", "all", "of"].includes(first)),
    refersBack,
    specifics: specificsOf(tokens),
    words,
    clauses,
  };
}

/** What one clause does. */
export function actsOf(clause: ReadClause): Readonly<Record<Act, number>> {
  addActs(clause);
  return actsIn(own, false, false);
}

/** The acts of the clause that is being read and of its sentence, in the order of `ACTS`. */
const own = new Float64Array(ACTS.length);
const sum = new Float64Array(ACTS.length);
const [COMMIT, ABANDON, FAIL, ATTEMPT, DOUBT, RESULT] = (
  ["commit", "abandon", "fail", "attempt", "doubt", "result"] as const
).map((act) => ACTS.indexOf(act)) as [number, number, number, number, number, number];

/** In the order of `ACTS`. */
function actsIn(found: Float64Array, isQuestion: boolean, isHypothetical: boolean): Record<Act, number> {
  const asked = isQuestion ? 0.2 : 1;
  const meant = asked * (isHypothetical ? 0.15 : 1);
  return {
    commit: found[0]! * meant,
    abandon: found[1]! * meant,
    fail: found[2]!,
    attempt: found[3]!,
    doubt: found[4]!,
    answer: found[5]! * asked,
    plan: found[6]!,
    result: found[7]! * meant,
    turn: found[8]!,
    rule: found[9]! * meant,
    watch: found[10]!,
  };
}

function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let open: Clause | undefined;
  let isGerund = false;
  for (const { word: own, from, to, isMark, isCode, known } of tokens) {
    const word = isCode ? "0" : own;
    if (isMark && word !== ":") {
      open = undefined;
      continue;
    }
    if (open && open.words.length > 2 && JOINTS.has(word)) open = undefined;
    if (!open) {
      open = { words: [], phrases: [], from, to, hasGerundSubject: false };
      isGerund = word.length > 5 && word.endsWith("ing");
      clauses.push(open);
    }
    open.to = to;
    if (isGerund && open.words.length > 1 && FINITE.has(known?.bases[0] ?? "")) open.hasGerundSubject = true;
    const { words, phrases } = open;
    if (isCode || !known) {
      words.push(word);
      phrases.push(undefined);
    } else if (isNoun(word, words.at(-1)) || isPlainForm(word, words.at(-1))) {
      words.push(`${word}~`);
      phrases.push(undefined);
    } else
      for (let piece = 0; piece < known.bases.length; piece++) {
        words.push(known.bases[piece]!);
        phrases.push(known.phrases[piece]);
      }
  }
  return clauses;
}

/** "A nightly drop" abandons nothing: a bare form is a verb at the start of a clause or after a word that calls for one. */
function isNoun(word: string, before: string | undefined): boolean {
  return NOUNS.has(word) && before !== undefined && !CALLS.has(before);
}

/** "The client drops it", "late drops": a form that no author uses for what they decide. */
function isPlainForm(word: string, before = ""): boolean {
  return word.endsWith("s") && NOUNS.has(word.slice(0, -1)) && !BACK.has(before);
}

/** "If we used…", "had we had…", "were she…": a condition with a consequence that is only thought of. */
function isSupposition(clauses: readonly ReadClause[], first: string, second: string): boolean {
  const has = (wanted: ReadonlySet<string>) =>
    clauses.some(({ words }) => words.some((word) => wanted.has(word)));
  if (!has(WOULD_BE))
    return first === "suppose" || first === "imagine" || (first === "if" && !has(CONSEQUENCE));
  if (SUPPOSING.has(first) || has(CONDITION)) return true;
  return (first === "had" || first === "be") && /^(?:we|i|it|she|he|they|the|there)$/.test(second);
}

/** Sets `own` to what a clause does; returns whether it does anything. */
function addActs({ words, phrases, hasGerundSubject }: ReadClause): boolean {
  own.fill(0);
  let isAny = false;
  for (let at = hasGerundSubject ? 1 : 0; at < words.length; at++) {
    const starting = phrases[at];
    if (!starting) continue;
    const next = at + 1 < words.length ? starting.bySecond.get(words[at + 1]!) : undefined;
    if (next) for (const phrase of next) isAny = addPhrase(words, at, phrase) || isAny;
    const afterAdverb = isAdverb(words[at + 1]) ? starting.bySecond.get(words[at + 2] ?? "") : undefined;
    if (afterAdverb) for (const phrase of afterAdverb) isAny = addPhrase(words, at, phrase) || isAny;
    for (const phrase of starting.others) isAny = addPhrase(words, at, phrase) || isAny;
  }
  return isAny;
}

function addPhrase(words: readonly string[], at: number, phrase: Phrase): boolean {
  if (!matches(words, at, phrase)) return false;
  const { act, weight, negated } = phrase;
  const wouldBe =
    (act === COMMIT || act === ABANDON) &&
    (words.includes("would") || words.includes("might") || words.includes("could"));
  const turned = !negated && isTurned(words, at, act === COMMIT ? 3 : 0);
  if (act === COMMIT && (turned || wouldBe)) {
    if (turned && weight >= 2) add(ABANDON, weight / 2);
    else if (wouldBe) add(ATTEMPT, weight / 2);
  } else if (turned && (act === ABANDON || act === DOUBT || act === FAIL)) add(RESULT, weight / 4);
  else if (act === ABANDON && wouldBe && !negated) add(FAIL, weight / 2);
  else add(act, weight);
  return true;
}

function add(act: number, weight: number): void {
  const before = own[act]!;
  own[act] = weight > before ? weight + 0.15 * before : before + 0.15 * weight;
}

/** Whether a negation stands up to four words before a phrase, or `after` words after its first. */
function isTurned(words: readonly string[], at: number, after: number): boolean {
  for (let near = Math.max(0, at - 4); near <= at + after && near < words.length; near++)
    if (near !== at && isNegation(words[near]!)) return true;
  return false;
}

function specificsOf(tokens: readonly Token[]): number {
  let total = 0;
  for (const { isSpecific, word } of tokens) if (isSpecific) total += word > "0" && word < ":" ? 0.7 : 1;
  return Math.min(4, total);
}
