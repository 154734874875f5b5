import { type Concept, QUALITY } from "./concepts.ts";
import type { Prepared, Ranked } from "./rank.ts";

/** An answer whose best thought covers less of the question than this is weak. */
const WEAK = 0.55;
/** How many of the best thoughts lend their words, how many words, and in how many thoughts each must be. */
const LENDERS = 5;
const LENT = 8;
const SHARED = 2;
/** How much all lent words count together, compared with the question's own. */
const LENT_SHARE = 0.35;

/** Words that the best thoughts of a weak answer share, as concepts with weights; none if the answer is good. */
export function lentWords(
  ranked: readonly Ranked[],
  prepared: readonly Prepared[],
  concepts: readonly Concept[],
  weights: readonly number[],
): { readonly concepts: Concept[]; readonly weights: number[] } {
  const none = { concepts: [], weights: [] };
  if (ranked.length < LENDERS * 2 || ranked[0]!.coverage >= WEAK) return none;
  const known = new Set(concepts.flatMap(({ forms }) => [...forms.keys()]));
  const best = new Set(ranked.slice(0, LENDERS).map(({ candidate }) => candidate.position));
  const inBest = new Map<string, number>();
  const inAll = new Map<string, number>();
  for (const { candidate, document } of prepared) {
    for (const word of document.places.keys()) {
      if (known.has(word) || word.length < 4) continue;
      inAll.set(word, (inAll.get(word) ?? 0) + 1);
      if (best.has(candidate.position)) inBest.set(word, (inBest.get(word) ?? 0) + 1);
    }
  }
  const rarity = (word: string): number => Math.log(prepared.length / inAll.get(word)!);
  const chosen = [...inBest]
    .filter(([word, count]) => count >= SHARED && rarity(word) > 1)
    .map(([word, count]) => [word, count * rarity(word)] as const)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, LENT);
  if (chosen.length === 0) return none;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sum = chosen.reduce((all, [, worth]) => all + worth, 0);
  return {
    concepts: chosen.map(([word]) => ({
      word,
      forms: new Map([[word, { text: word, quality: QUALITY.same }]]),
      share: 1,
    })),
    weights: chosen.map(([, worth]) => (LENT_SHARE * total * worth) / sum),
  };
}
