/** A case: its features by name, whether it is one of those looked for, and how much it counts. */
export interface Case {
  readonly features: ReadonlyMap<string, number>;
  readonly is: boolean;
  readonly weight: number;
}

/** How many cases must have a feature for it to get a weight, and the least spread that is scaled. */
const LEAST_CASES = 12;
const LEAST_SPREAD = 0.12;
const ROUNDS = 12;
/** The part of the penalty that free features bear. */
const FREE = 0.05;

/** Logistic regression with a ridge penalty on scaled features, by Newton's method. The weights are for unscaled features.
 * Those in `free` are hardly held back. */
export function fitLogistic(
  cases: readonly Case[],
  ridge: number,
  free: ReadonlySet<string> = new Set(),
): Record<string, number> {
  const names = namesIn(cases);
  const spread = names.map((name) => spreadOf(cases, name));
  const columns = names.length + 1;
  const penalties = [...names.map((name) => (free.has(name) ? ridge * FREE : ridge)), 1e-6];
  const rows = cases.map(({ features }) => {
    const row = new Float64Array(columns);
    for (const [index, name] of names.entries()) row[index] = (features.get(name) ?? 0) / spread[index]!;
    row[columns - 1] = 1;
    return row;
  });
  const weights = new Float64Array(columns);
  for (let round = 0; round < ROUNDS; round++) {
    const hessian = Array.from({ length: columns }, (_, index) => {
      const line = new Float64Array(columns);
      line[index] = penalties[index]!;
      return line;
    });
    const gradient = Float64Array.from(weights, (weight, index) => -penalties[index]! * weight);
    for (const [at, row] of rows.entries()) addCase(row, cases[at]!, weights, hessian, gradient);
    const step = solve(hessian, gradient);
    const most = Math.max(...step.map(Math.abs));
    for (let index = 0; index < columns; index++) weights[index]! += step[index]! * Math.min(1, 2 / most);
    if (most < 1e-4) break;
  }
  const fitted = names.map((name, index) => [name, weights[index]! / spread[index]!] as const);
  return Object.fromEntries([...fitted, ["always", weights[columns - 1]!]]);
}

function addCase(
  row: Float64Array,
  { is, weight }: Case,
  weights: Float64Array,
  hessian: readonly Float64Array[],
  gradient: Float64Array,
): void {
  let sum = 0;
  const used: number[] = [];
  for (const [index, value] of row.entries()) {
    if (value === 0) continue;
    used.push(index);
    sum += value * weights[index]!;
  }
  const chance = 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, sum))));
  const slope = weight * chance * (1 - chance) + 1e-9;
  const error = weight * ((is ? 1 : 0) - chance);
  for (const i of used) {
    gradient[i]! += error * row[i]!;
    const line = hessian[i]!;
    const own = slope * row[i]!;
    for (const j of used) line[j]! += own * row[j]!;
  }
}

/** Solves a positive definite system by elimination. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const own = matrix[pivot]!;
    for (let row = pivot + 1; row < size; row++) {
      const line = matrix[row]!;
      const factor = line[pivot]! / own[pivot]!;
      if (factor === 0) continue;
      for (let column = pivot; column < size; column++) line[column]! -= factor * own[column]!;
      right[row]! -= factor * right[pivot]!;
    }
  }
  const found = new Float64Array(size);
  for (let row = size - 1; row >= 0; row--) {
    let rest = right[row]!;
    for (let column = row + 1; column < size; column++) rest -= matrix[row]![column]! * found[column]!;
    found[row] = rest / matrix[row]![row]!;
  }
  return found;
}

function namesIn(cases: readonly Case[]): string[] {
  const counts = new Map<string, number>();
  for (const { features } of cases)
    for (const [name, value] of features) if (value !== 0) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count >= LEAST_CASES ? [name] : [])).toSorted();
}

function spreadOf(cases: readonly Case[], name: string): number {
  let [sum, squares] = [0, 0];
  for (const { features } of cases) {
    const value = features.get(name) ?? 0;
    sum += value;
    squares += value * value;
  }
  const mean = sum / cases.length;
  return Math.max(LEAST_SPREAD, Math.sqrt(squares / cases.length - mean * mean));
}
