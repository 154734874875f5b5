/** A criterion for judging options. */
export interface Criterion {
  readonly name: string;
  /** Relative weight; any number above 0. Weights are scaled to sum to 1. */
  readonly weight: number;
  /** Whether more is better (`benefit`) or worse (`cost`). */
  readonly kind: "benefit" | "cost";
  /**
   * The worst and best possible score. Default: 0 to 10 if all scores are in that range, else the lowest and highest
   * score.
   */
  readonly scale?: readonly [number, number];
}

/** The decision table: `scores[option][criterion]`. */
export interface DecisionTable {
  readonly options: readonly string[];
  readonly criteria: readonly Criterion[];
  readonly scores: readonly (readonly number[])[];
}

/** An option and its score; best first in a ranking. */
export interface Ranked {
  readonly option: string;
  readonly score: number;
}

/** How far one weight can move before another option wins; absent if no weight from 0 to 1 changes the winner. */
export interface Sensitivity {
  readonly criterion: string;
  readonly weight: number;
  /** The nearest weight at which the winner changes while the others keep their proportions. */
  readonly flipsAt?: number;
  readonly flipsTo?: string;
}

/** A decision by two methods, and how robust it is. */
export interface Decision {
  readonly weightedSum: readonly Ranked[];
  readonly topsis: readonly Ranked[];
  /** Whether both methods have the same winner. */
  readonly agree: boolean;
  /** The winner of the weighted sum. */
  readonly winner: string;
  /** Its lead over the second, in score. */
  readonly margin: number;
  readonly sensitivity: readonly Sensitivity[];
  readonly definitions: Readonly<Record<string, string>>;
}

/** Computes a decision. The table must be complete, with finite scores and weights above 0. */
export function decide(table: DecisionTable): Decision {
  const total = table.criteria.reduce((sum, { weight }) => sum + weight, 0);
  const weights = table.criteria.map(({ weight }) => weight / total);
  const gains = columns(table).map((column, index) => gainsOf(column, table.criteria[index]!));
  const weightedSum = rank(table.options, (option) => dot(weights, gains, option));
  const topsis = rankByIdeal(table, weights);
  const [first, second] = weightedSum;
  return {
    weightedSum,
    topsis,
    agree: first!.option === topsis[0]!.option,
    winner: first!.option,
    margin: second ? rounded(first!.score - second.score) : first!.score,
    sensitivity: table.criteria.map(({ name }, index) => ({
      criterion: name,
      weight: rounded(weights[index]!),
      ...flipOf(table.options, weights, gains, index, table.options.indexOf(first!.option)),
    })),
    definitions: DEFINITIONS,
  };
}

const DEFINITIONS = {
  weightedSum:
    "Each score brought to 0..1 on its criterion's scale (costs turned round), times its weight, added up.",
  topsis:
    "Closeness to the best values that occur and distance from the worst, over vector-normalised weighted scores: 1 is best.",
  margin: "The winner's weighted sum less the second's.",
  sensitivity:
    "flipsAt is the nearest weight of the criterion, the others keeping their proportions, at which flipsTo overtakes the winner of the weighted sum; without it no weight does.",
} as const;

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

function columns({ criteria, scores }: DecisionTable): readonly (readonly number[])[] {
  return criteria.map((_, index) => scores.map((row) => row[index]!));
}

/** Scores of one criterion, scaled between 0 (worst) and 1 (best). */
function gainsOf(column: readonly number[], { kind, scale }: Criterion): readonly number[] {
  const [low, high] = scale ?? scaleOf(column);
  if (high === low) return column.map(() => 1);
  return column.map((score) => (kind === "benefit" ? score - low : high - score) / (high - low));
}

function scaleOf(column: readonly number[]): readonly [number, number] {
  if (column.every((score) => score >= 0 && score <= 10)) return [0, 10];
  return [Math.min(...column), Math.max(...column)];
}

function dot(weights: readonly number[], gains: readonly (readonly number[])[], option: number): number {
  return weights.reduce((sum, weight, index) => sum + weight * gains[index]![option]!, 0);
}

/** Equal scores keep the given order of the options. */
function rank(options: readonly string[], score: (index: number) => number): readonly Ranked[] {
  return options
    .map((option, index) => ({ option, score: rounded(score(index)) }))
    .sort((a, b) => b.score - a.score);
}

function rankByIdeal(table: DecisionTable, weights: readonly number[]): readonly Ranked[] {
  const weighted = columns(table).map((column, index) => {
    const length = Math.hypot(...column) || 1;
    return column.map((score) => (score / length) * weights[index]!);
  });
  const ends = weighted.map((column, index) => {
    const [low, high] = [Math.min(...column), Math.max(...column)];
    return table.criteria[index]!.kind === "benefit"
      ? { best: high, worst: low }
      : { best: low, worst: high };
  });
  const distance = (option: number, end: "best" | "worst") =>
    Math.hypot(...weighted.map((column, index) => column[option]! - ends[index]![end]));
  return rank(table.options, (option) => {
    const [best, worst] = [distance(option, "best"), distance(option, "worst")];
    return best + worst === 0 ? 1 : worst / (best + worst);
  });
}

/**
 * While one weight moves and the others keep their proportions, each option's sum is a straight line over that weight.
 * The winner changes where the nearest other line crosses its own.
 */
function flipOf(
  options: readonly string[],
  weights: readonly number[],
  gains: readonly (readonly number[])[],
  moving: number,
  winner: number,
): Pick<Sensitivity, "flipsAt" | "flipsTo"> {
  const at = weights[moving]!;
  if (at === 1) return {};
  const own = gains[moving]!;
  const rest = options.map((_, option) => (dot(weights, gains, option) - at * own[option]!) / (1 - at));
  let nearest: { flipsAt: number; flipsTo: string } | undefined;
  for (const [option, name] of options.entries()) {
    if (option === winner) continue;
    const slope = own[winner]! - rest[winner]! - (own[option]! - rest[option]!);
    if (slope === 0) continue;
    const crossing = (rest[option]! - rest[winner]!) / slope;
    if (crossing < 0 || crossing > 1) continue;
    if (!nearest || Math.abs(crossing - at) < Math.abs(nearest.flipsAt - at))
      nearest = { flipsAt: crossing, flipsTo: name };
  }
  return nearest ? { ...nearest, flipsAt: rounded(nearest.flipsAt) } : {};
}
