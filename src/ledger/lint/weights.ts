/** Weights of a fitted linear model by the names of its features; `always` is the intercept. */
export type LintWeights = Readonly<Record<string, number>>;

/** How much the features speak for a case: above 0 it is more likely than not. */
export function scoreOf(weights: LintWeights, features: ReadonlyMap<string, number>): number {
  let score = weights.always ?? 0;
  for (const [name, value] of features) score += (weights[name] ?? 0) * value;
  return score;
}
