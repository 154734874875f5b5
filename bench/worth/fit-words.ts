import { type Rarity, readWords, type Standing, standingOf } from "../../src/ledger/brief/word-worth.ts";
import { findFacts } from "../../src/ledger/facts/facts-of.ts";
import { readThought } from "../../src/ledger/facts/follow-facts.ts";
import { type DevSession, devSessions, type Planted } from "./dev-set.ts";
import { type Case, fitLogistic } from "./logistic.ts";

const RIDGE = 10;
/** How much the words of a set count: nothing but its content tells a fact of the others. */
const WEIGHTS: Readonly<Record<string, number>> = { sessions: 0.3, voices: 0.3 };

/** A word of a session. */
export interface WordCase extends Case {
  readonly session: string;
}

/** The words of the thoughts that state facts; those sought are the ones by which a fact is recognized. */
export async function words(which: (session: DevSession) => boolean): Promise<readonly WordCase[]> {
  const found: WordCase[] = [];
  for (const one of devSessions().filter(which)) {
    const { rarity } = await findFacts(one.thoughts);
    for (const thought of one.thoughts) {
      const facts = one.facts.filter(({ seq, kind }) => seq === thought.seq && kind !== "goal");
      if (facts.length === 0) continue;
      const { sentences } = readThought(thought);
      for (const [index, { text }] of sentences.entries())
        found.push(
          ...casesOf(text, standingOf(index, sentences.length), facts, rarity).map((own) => ({
            ...own,
            weight: WEIGHTS[one.set] ?? 1,
            session: one.name,
          })),
        );
    }
  }
  return found;
}

function casesOf(text: string, standing: Standing, facts: readonly Planted[], rarity: Rarity): Case[] {
  const lower = text.toLowerCase();
  const spans = facts
    .flatMap(({ keys }) => keys)
    .map((key) => [lower.indexOf(key), lower.indexOf(key) + key.length] as const)
    .filter(([from]) => from >= 0);
  return readWords(text, rarity, standing).map(({ word, index, features }) => ({
    features,
    is: spans.some(([from, end]) => from < index + word.length && end > index),
    weight: 1,
  }));
}

/** Weights for whether a word is one by which a fact is recognized. */
export function fitWords(cases: readonly Case[]): Record<string, number> {
  return fitLogistic(cases, RIDGE);
}
