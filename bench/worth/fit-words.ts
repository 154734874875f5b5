import { type Rarity, wordFeatures } from "../../src/ledger/brief/word-worth.ts";
import type { Read } from "../../src/ledger/facts/candidate.ts";
import { findFacts } from "../../src/ledger/facts/facts-of.ts";
import { readThought } from "../../src/ledger/facts/follow-facts.ts";
import { type DevSession, devSessions, type Planted } from "./dev-set.ts";
import { type Case, fitLogistic } from "./logistic.ts";

/** The words of the thoughts that state facts; those sought are the ones by which a fact is recognized. */
export async function words(
  which: (session: DevSession) => boolean,
): Promise<readonly (Case & { readonly session: string })[]> {
  const found: (Case & { session: string })[] = [];
  for (const one of devSessions().filter(which)) {
    const { rarity } = await findFacts(one.thoughts);
    for (const thought of one.thoughts) {
      const facts = one.facts.filter(({ seq, kind }) => seq === thought.seq && kind !== "goal");
      if (facts.length === 0) continue;
      for (const sentence of readThought(thought).sentences)
        found.push(...casesOf(sentence, facts, rarity).map((own) => ({ ...own, session: one.name })));
    }
  }
  return found;
}

function casesOf({ text, tokens }: Read, facts: readonly Planted[], rarity: Rarity): Case[] {
  const lower = text.toLowerCase();
  const spans = facts
    .flatMap(({ keys }) => keys)
    .map((key) => [lower.indexOf(key), lower.indexOf(key) + key.length] as const)
    .filter(([from]) => from >= 0);
  const plain = tokens.filter(({ isMark }) => !isMark);
  return [...text.matchAll(/\S{1,80}/g)].map(({ 0: word, index }) => {
    const to = index + word.length;
    const own = plain.filter((token) => token.from < to && token.to > index);
    const at = own[0] ? plain.indexOf(own[0]) : -1;
    return {
      features: wordFeatures(own, plain[at - 1], plain[at + own.length], rarity, index / text.length),
      is: spans.some(([from, end]) => from < to && end > index),
      weight: 1,
    };
  });
}

/** Weights for whether a word is one by which a fact is recognized. */
export function fitWords(cases: readonly Case[]): Record<string, number> {
  return fitLogistic(cases, 3);
}
