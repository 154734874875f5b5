import { actsOf, readTokens } from "../facts/reading.ts";
import { type Token, tokensOf } from "../facts/tokens.ts";

/** Introductory words that a summary can leave out. */
const FILLERS =
  /^(?:(?:so|therefore|thus|hence|and|but|ok|okay|well|hmm|right|alright|actually|also|now|then|still|in the end|in short|i think|i believe|it seems|as it turns out|turns out|(?:i|we) (?:had )?(?:tried|considered|thought about|looked into|experimented with)),? (?:that )?)(?=\S)/i;
/** Left out of a shortened line without an ellipsis. */
const ARTICLES = new Set(
  "a an the just really very quite simply itself themselves actually also already".split(" "),
);
const NEGATIONS = new Set("not no never nobody none nothing without neither nor hardly".split(" "));
/** The most words of a phrase; a phrase usually ends after its topic words. */
const LONGEST_PHRASE = 4;

/** How informative a word is in its session, from 0 (frequent) to 1 (rare). */
export type Rarity = (stem: string) => number;

/** A part of a line; the part that states the fact weighs more than its explanation. */
export interface Part {
  readonly text: string;
  readonly weight: number;
  readonly isReason?: boolean;
}

/** A few words that are kept or left out together: "in the row", "does not survive". */
interface Phrase {
  readonly whole: string;
  /** Without articles. */
  readonly short: string;
  readonly bytes: number;
  readonly rank: number;
  readonly place: number;
}

/** A statement without introductory words. */
export function withoutFiller(text: string): string {
  const rest = text.replace(FILLERS, "");
  return rest === text || rest === "" ? text : `${rest[0]!.toUpperCase()}${rest.slice(1)}`;
}

/**
 * Prepares a line so that it can be cut to any length. A line that is too long loses its articles, then its least
 * informative phrases. A greater length never loses a phrase that a smaller one keeps.
 */
export function cutter(parts: readonly Part[], rarity: Rarity): (most: number) => string {
  const whole = parts.reduce((all, part) => `${all}${joint(all, part)}${part.text}`, "");
  const size = Buffer.byteLength(whole);
  let phrases: readonly Phrase[] | undefined;
  return (most) => {
    if (size <= most) return whole;
    phrases ??= phrasesOf(parts, rarity);
    return fill(phrases, most) || `${[...whole].slice(0, Math.max(1, Math.floor(most / 4))).join("")}…`;
  };
}

function joint(before: string, { text, isReason }: Part): string {
  if (before === "") return "";
  return /[.!?:;,…]$/.test(before) || /^(?:because|since|as|so)\b/i.test(text) ? " " : isReason ? ": " : "; ";
}

function fill(phrases: readonly Phrase[], most: number): string {
  let room = most - 3;
  const kept: Phrase[] = [];
  for (const phrase of phrases.toSorted((a, b) => b.rank - a.rank || a.place - b.place)) {
    // Leaving out a phrase costs an ellipsis.
    const cost = phrase.bytes + 2;
    if (cost > room) break;
    room -= cost;
    kept.push(phrase);
  }
  const isWhole = new Set<Phrase>();
  for (const phrase of kept) {
    const extra = Buffer.byteLength(phrase.whole) - phrase.bytes;
    if (extra > room) continue;
    room -= extra;
    isWhole.add(phrase);
  }
  kept.sort((a, b) => a.place - b.place);
  let out = "";
  let before = -1;
  for (const phrase of kept) {
    const { place } = phrase;
    const gap = place === before + 1 ? " " : "… ";
    out += `${out === "" ? (place === 0 ? "" : "…") : gap}${isWhole.has(phrase) ? phrase.whole : phrase.short}`;
    before = place;
  }
  return out === "" || before === phrases.length - 1 ? out : `${out}…`;
}

function phrasesOf(parts: readonly Part[], rarity: Rarity): readonly Phrase[] {
  const phrases: Phrase[] = [];
  for (const { text, weight } of parts) {
    const tokens = tokensOf(text);
    const spans = readTokens(text, tokens).clauses.map((clause) => {
      const { commit, abandon, doubt, plan, result, fail } = actsOf(clause);
      return { ...clause, act: Math.max(commit, abandon, doubt, plan, result, 0.5 * fail) };
    });
    const words = [...text.matchAll(/\S{1,80}/g)].map(({ 0: word, index }) => ({
      word,
      ...worth(tokens, index, index + word.length, rarity),
      act: spans.findLast(({ from }) => from <= index)?.act ?? 0,
    }));
    let open: typeof words = [];
    for (const [at, one] of words.entries()) {
      open.push(one);
      const next = words[at + 1];
      const ends =
        !next ||
        /[,.;:!?)]$/.test(one.word) ||
        next.word.startsWith("(") ||
        (one.topic > 0 && next.topic === 0) ||
        open.length >= LONGEST_PHRASE;
      if (!ends) continue;
      phrases.push(phraseOf(open, weight, phrases.length, at < open.length));
      open = [];
    }
  }
  return phrases;
}

function phraseOf(
  words: readonly { word: string; topic: number; isNegation: boolean; act: number }[],
  weight: number,
  place: number,
  isFirst: boolean,
): Phrase {
  const whole = words.map(({ word }) => word);
  const short = whole.filter((word) => !ARTICLES.has(word.toLowerCase())).join(" ");
  const bytes = Buffer.byteLength(short);
  const topic = words.reduce((sum, one) => sum + one.topic, 0);
  const act = Math.max(...words.map((one) => one.act));
  const says =
    topic +
    (words.some(({ isNegation }) => isNegation) ? 1 : 0) +
    (isFirst ? 0.5 : 0) +
    0.25 * Math.min(4, act);
  return {
    whole: whole.join(" "),
    short,
    bytes,
    place,
    rank: short === "" ? -1 : (says / Math.sqrt(bytes + 4)) * weight * (1 + 0.2 * Math.min(4, act)),
  };
}

/** How informative the tokens of a word are: names, numbers and rare words most, function words not at all. */
function worth(tokens: readonly Token[], from: number, to: number, rarity: Rarity) {
  let [topic, isNegation] = [0, false];
  for (const token of tokens) {
    if (token.from >= to) break;
    if (token.to <= from || token.isMark) continue;
    isNegation ||= NEGATIONS.has(token.word) || token.word.endsWith("n't");
    const stems = token.known?.stems ?? [];
    const rare = stems.length === 0 ? 0 : 0.5 + Math.max(...stems.map(rarity));
    topic += rare + (token.isSpecific ? 0.6 : 0);
  }
  return { topic, isNegation };
}
