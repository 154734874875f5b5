import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Criterion, type DecisionTable, decide } from "./decision.ts";

const benefit = (name: string, weight: number): Criterion => ({ name, weight, kind: "benefit" });

/** Worked by hand: sums 0.6*0.8+0.4*0.2 = 0.56 and 0.6*0.4+0.4*0.9 = 0.60. */
const table: DecisionTable = {
  options: ["keep", "rewrite"],
  criteria: [benefit("speed", 3), benefit("risk handled", 2)],
  scores: [
    [8, 2],
    [4, 9],
  ],
};

const tables = fc.integer({ min: 2, max: 5 }).chain((options) =>
  fc.integer({ min: 1, max: 5 }).chain((criteria) =>
    fc.record({
      options: fc.constant(Array.from({ length: options }, (_, index) => `option ${index}`)),
      criteria: fc.array(
        fc.record({
          name: fc.constant("c"),
          weight: fc.integer({ min: 1, max: 9 }),
          kind: fc.constantFrom("benefit" as const, "cost" as const),
        }),
        { minLength: criteria, maxLength: criteria },
      ),
      scores: fc.array(
        fc.array(fc.integer({ min: 0, max: 10 }), { minLength: criteria, maxLength: criteria }),
        { minLength: options, maxLength: options },
      ),
    }),
  ),
);

const withWeight = (of: DecisionTable, index: number, weight: number): DecisionTable => {
  const others = of.criteria.reduce((sum, one, at) => (at === index ? sum : sum + one.weight), 0);
  return {
    ...of,
    criteria: of.criteria.map((one, at) => ({
      ...one,
      weight: at === index ? weight : (one.weight / others) * (1 - weight),
    })),
  };
};

describe("a decision", () => {
  test("[RT6] the weighted sum matches a manual computation", () => {
    const { weightedSum, winner, margin } = decide(table);
    expect(weightedSum).toEqual([
      { option: "rewrite", score: 0.6 },
      { option: "keep", score: 0.56 },
    ]);
    expect([winner, margin]).toEqual(["rewrite", 0.04]);
  });

  test("[RT6] TOPSIS matches a manual computation", () => {
    // Lengths sqrt(80) and sqrt(85); weighted: keep (0.5367, 0.0868), rewrite (0.2683, 0.3905).
    const { topsis } = decide(table);
    const ranges = [0.6 * (4 / Math.sqrt(80)), 0.4 * (7 / Math.sqrt(85))];
    const keep = ranges[0]! / (ranges[0]! + ranges[1]!);
    expect(topsis[0]).toEqual({ option: "rewrite", score: Math.round((1 - keep) * 10_000) / 10_000 });
    expect(topsis[1]).toEqual({ option: "keep", score: Math.round(keep * 10_000) / 10_000 });
  });

  test("[RT7] the weight at which the winner changes is exact", () => {
    // 0.8t + 0.2(1-t) = 0.4t + 0.9(1-t) at t = 7/11.
    const [speed] = decide(table).sensitivity;
    expect(speed).toEqual({ criterion: "speed", weight: 0.6, flipsAt: 0.6364, flipsTo: "keep" });
  });

  test("[RT6] a cost is inverted, and a criterion's own scale is used", () => {
    const price: Criterion = { name: "price", weight: 1, kind: "cost" };
    const prices = { options: ["a", "b", "c"], criteria: [price], scores: [[300], [100], [200]] };
    expect(decide(prices).weightedSum.map(({ option, score }) => [option, score])).toEqual([
      ["b", 1],
      ["c", 0.5],
      ["a", 0],
    ]);
    const scaled = decide({ ...prices, criteria: [{ ...price, scale: [0, 400] }] });
    expect(scaled.weightedSum[0]).toEqual({ option: "b", score: 0.75 });
    expect(scaled.topsis[0]?.option).toBe("b");
  });

  test("[RT7] on either side of the weight it names, the winner differs", () => {
    fc.assert(
      fc.property(tables, (any) => {
        const decision = decide(any);
        for (const [index, { weight, flipsAt, flipsTo }] of decision.sensitivity.entries()) {
          if (flipsAt === undefined) continue;
          const beyond = flipsAt + Math.sign(flipsAt - weight) * 0.01;
          if (beyond <= 0 || beyond >= 1 || Math.abs(flipsAt - weight) < 0.01) continue;
          const sums = new Map(
            decide(withWeight(any, index, beyond)).weightedSum.map(({ option, score }) => [option, score]),
          );
          expect(sums.get(flipsTo!)!).toBeGreaterThanOrEqual(sums.get(decision.winner)! - 0.0002);
        }
      }),
    );
  });

  test("[RT6] scores lie between 0 and 1, every option is ranked once, and a dominant option wins both ways", () => {
    fc.assert(
      fc.property(tables, (any) => {
        const best = any.criteria.map(({ kind }) => (kind === "benefit" ? 10 : 0));
        const decision = decide({ ...any, options: [...any.options, "best"], scores: [...any.scores, best] });
        for (const ranking of [decision.weightedSum, decision.topsis]) {
          expect(ranking.map(({ option }) => option).sort()).toEqual([...any.options, "best"].sort());
          for (const { score } of ranking) expect(score >= 0 && score <= 1).toBe(true);
          expect(ranking[0]!.score).toBe(ranking.find(({ option }) => option === "best")!.score);
        }
      }),
    );
  });
});
