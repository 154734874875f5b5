import type { Read } from "./candidate.ts";
import { FactKind } from "./fact.ts";
import { FACT_WEIGHTS } from "./fact-weights.ts";
import { type Features, featuresAround, featuresOf, type Surroundings } from "./features.ts";
import { readWeights, type Weights } from "./read-weights.ts";

/** What speaks for a passage being a fact at all, then for each kind, in the order of `FactKind`. */
export type Salience = Float64Array;

/** How many sentences around one are read with it. */
const REACH = 2;
const KINDS = FactKind.options;

let fitted: Weights | undefined;

/** The weights that the brief uses. */
export function factWeights(): Weights {
  fitted ??= readWeights(FACT_WEIGHTS);
  return fitted;
}

function add(sum: Salience, features: Features, byFeature: Weights): void {
  for (const [name, value] of features) {
    const weights = byFeature.get(name);
    if (weights) for (let at = 0; at < sum.length; at++) sum[at]! += value * weights[at]!;
  }
}

/** The thought that was read last: its branch and its facts ask for the same. */
let latest:
  | {
      readonly sentences: readonly Read[];
      readonly weights: Weights;
      readonly read: (index: number) => Salience;
    }
  | undefined;

/** Reads the salience of the sentences of a thought, each with its neighbours. A short thought is read as one. */
export function followSalience(sentences: readonly Read[], weights: Weights): (index: number) => Salience {
  if (latest?.sentences === sentences && latest.weights === weights) return latest.read;
  const found = new Map<number, Salience>();
  const read = (index: number): Salience => {
    const from =
      sentences.length <= 2 * REACH + 1
        ? 0
        : Math.max(0, Math.min(index - REACH, sentences.length - 2 * REACH - 1));
    let sum = found.get(from);
    if (!sum) {
      sum = new Float64Array(1 + KINDS.length);
      add(sum, featuresOf(sentences.slice(from, from + 2 * REACH + 1)), weights);
      add(sum, new Map([["always", 1]]), weights);
      found.set(from, sum);
    }
    return sum;
  };
  latest = { sentences, weights, read };
  return read;
}

/** The salience of a passage within its session: the log odds of a fact, and its likeliest kind. */
export function placed(
  own: Salience | undefined,
  around: Surroundings,
  weights: Weights,
): { odds: number; kind: FactKind } {
  const sum = own === undefined ? new Float64Array(1 + KINDS.length) : Float64Array.from(own);
  add(sum, featuresAround(around), weights);
  let best = 0;
  for (let at = 1; at < KINDS.length; at++) if (sum[at + 1]! > sum[best + 1]!) best = at;
  return { odds: sum[0]!, kind: KINDS[best]! };
}
