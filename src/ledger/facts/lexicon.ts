import { ACTS, PHRASES } from "./phrases.ts";
import { baseOf } from "./verbs.ts";

/** A phrase: base forms in order, alternatives by `|`, `..` for up to four words between. */
export interface Phrase {
  /** Its place in `ACTS`. */
  readonly act: number;
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

/** Phrases that share their first word, by their second one where they have a fixed one. */
export interface Phrases {
  readonly bySecond: ReadonlyMap<string, readonly Phrase[]>;
  readonly others: readonly Phrase[];
}

let byFirst: ReadonlyMap<string, Phrases> | undefined;

function allPhrases(): ReadonlyMap<string, Phrases> {
  const found = new Map<string, Phrase[]>();
  for (const [act, name] of ACTS.entries())
    for (const [weight, lines] of Object.entries(PHRASES[name]))
      for (const line of lines.split("\n")) {
        const words = line.split(" ").map((word) => word.split("|").map(baseOf));
        const negated = words.flat().some((word) => NEGATIONS.has(word));
        const phrase: Phrase = { act, weight: Number(weight), words, negated };
        for (const first of words[0]!) found.set(first, [...(found.get(first) ?? []), phrase]);
      }
  return new Map([...found].map(([first, phrases]) => [first, indexed(phrases)]));
}

function indexed(phrases: readonly Phrase[]): Phrases {
  const bySecond = new Map<string, Phrase[]>();
  const others: Phrase[] = [];
  for (const phrase of phrases) {
    const second = phrase.words[1];
    if (!second || second[0] === ".." || second[0]!.startsWith("<")) others.push(phrase);
    else for (const word of new Set(second)) bySecond.set(word, [...(bySecond.get(word) ?? []), phrase]);
  }
  return { bySecond, others };
}

/** The phrases that begin with a base form. */
export function phrasesAt(first: string): Phrases | undefined {
  byFirst ??= allPhrases();
  return byFirst.get(first);
}

/** Whether a word turns around what follows it. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word);
}

/** Whether a word may stand inside of a phrase. */
export function isAdverb(word: string | undefined): boolean {
  return word !== undefined && (word === "yet" || (word.length > 4 && word.endsWith("ly")));
}

/** Whether the base forms of a clause have a phrase from `at` on, where its first word is. */
export function matches(words: readonly string[], at: number, { words: phrase }: Phrase): boolean {
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
    } else {
      // "is clearly the way": an adverb may stand inside of a phrase.
      if (isAdverb(words[here]) && !wanted.includes(words[here]!)) here++;
      if (words[here] === undefined || !wanted.includes(words[here]!)) return false;
      here++;
    }
  }
  return true;
}
