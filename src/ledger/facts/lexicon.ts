import { type Act, PHRASES } from "./phrases.ts";
import { baseOf } from "./verbs.ts";

/** A phrase: base forms in order, alternatives by `|`, `..` for up to four words between. */
interface Phrase {
  readonly act: Act;
  readonly weight: number;
  readonly words: readonly (readonly string[])[];
  /** It has its own negation, so that a `not` inside does not turn it around. */
  readonly negated: boolean;
}

const NEGATIONS = new Set([
  "not",
  "no",
  "never",
  "nobody",
  "none",
  "neither",
  "nor",
  "without",
  "hardly",
  "nothing",
]);

/** Phrases by their first word. */
let byFirst: ReadonlyMap<string, readonly Phrase[]> | undefined;

function allPhrases(): ReadonlyMap<string, readonly Phrase[]> {
  const found = new Map<string, Phrase[]>();
  for (const [act, weights] of Object.entries(PHRASES))
    for (const [weight, lines] of Object.entries(weights))
      for (const line of lines.split("\n")) {
        const words = line.split(" ").map((word) => word.split("|").map(baseOf));
        const negated = words.flat().some((word) => NEGATIONS.has(word));
        const phrase: Phrase = { act: act as Act, weight: Number(weight), words, negated };
        for (const first of words[0]!) found.set(first, [...(found.get(first) ?? []), phrase]);
      }
  return found;
}

/** A phrase found in a clause, and where. */
export interface Found {
  readonly act: Act;
  readonly weight: number;
  readonly at: number;
  readonly negated: boolean;
}

/** Every phrase of the lexicon in the base forms of a clause. */
export function findPhrases(words: readonly string[]): Found[] {
  const found: Found[] = [];
  byFirst ??= allPhrases();
  for (let at = 0; at < words.length; at++)
    for (const phrase of byFirst.get(words[at]!) ?? [])
      if (matches(words, at, phrase.words))
        found.push({ act: phrase.act, weight: phrase.weight, at, negated: phrase.negated });
  return found;
}

/** Whether a word turns around what follows it. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word);
}

function matches(words: readonly string[], at: number, phrase: readonly (readonly string[])[]): boolean {
  let here = at + 1;
  for (let step = 1; step < phrase.length; step++) {
    const wanted = phrase[step]!;
    if (wanted[0] === "..") {
      const after = phrase[step + 1];
      if (!after) return true;
      let gap = 0;
      while (gap < 5 && here + gap < words.length && !after.includes(words[here + gap]!)) gap++;
      if (gap === 5 || here + gap >= words.length) return false;
      here += gap;
    } else if (wanted[0] === "<end>") {
      if (here < words.length) return false;
    } else if (wanted[0] === "<start>") {
      if (at > 0) return false;
    } else if (words[here] !== undefined && wanted.includes(words[here]!)) here++;
    else return false;
  }
  return true;
}
