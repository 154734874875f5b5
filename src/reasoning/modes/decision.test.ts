import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { authorOf, modelScene, promptOf, sessionViews } from "../../../test/support/model-scene.ts";
import { decide, Failure } from "../../ledger/index.ts";
import type { Script } from "../../testing/index.ts";
import { decision } from "./decision.ts";
import { readProposed } from "./decision-prompt.ts";
import { type DecisionRequest, readCriteria, readOptions } from "./decision-request.ts";
import { readScores } from "./decision-scores.ts";

const ORDER = {
  content: "Keep it or rewrite it?",
  options: ["keep", "rewrite"],
  criteria: ["speed", "safety"],
  weights: [3, 2],
  scores: [
    [8, 2],
    [4, 9],
  ],
};

async function deciding(script: Script = []) {
  const scene = await modelScene(script);
  const call = (order: DecisionRequest = {}, engine = script.length > 0) =>
    decision(scene.store, engine ? scene.engine : undefined, authorOf("d"), { ...ORDER, ...order });
  return { ...scene, call, [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() };
}

describe("decision", () => {
  test("[RT4] computes scores without a model, and the answer is the computed decision", async () => {
    await using scene = await deciding();
    const answer = await scene.call();
    const criteria = [
      { name: "speed", weight: 3, kind: "benefit" as const },
      { name: "safety", weight: 2, kind: "benefit" as const },
    ];
    const { thoughts } = await sessionViews(scene.store, "d");
    expect(answer).toEqual({
      session_id: "d",
      operation: "decision",
      thought_id: thoughts[1]!.id,
      ...decide({ options: ORDER.options, criteria, scores: ORDER.scores }),
      criteria,
      scores: { keep: { speed: 8, safety: 2 }, rewrite: { speed: 4, safety: 9 } },
      scored_by: "caller",
    });
    expect(answer).toMatchObject({ winner: "rewrite", margin: 0.04 });
    expect(scene.server.requests).toHaveLength(0);
  });

  test("[RT4] records the table and the outcome as text", async () => {
    await using scene = await deciding();
    await scene.call();
    const { thoughts } = await sessionViews(scene.store, "d");
    expect(thoughts[0]!.content).toBe(`Keep it or rewrite it?

| Option | speed (benefit, weight 3) | safety (benefit, weight 2) |
| --- | --- | --- |
| keep | 8 | 2 |
| rewrite | 4 | 9 |`);
    expect(
      thoughts[1]!.content,
    ).toBe(`Decision: rewrite wins by weighted sum, 0.04 ahead of keep. TOPSIS has the same winner.

Weighted sum: 1. rewrite 0.6, 2. keep 0.56
TOPSIS: 1. rewrite 0.5309, 2. keep 0.4691

How firm it is, one weight moving and the others in proportion:
- speed (weight 0.6): keep wins above 0.6364.
- safety (weight 0.4): keep wins below 0.3636.`);
  });

  test("[RT5] the session is analysed, exported and briefed like any other", async () => {
    await using scene = await deciding();
    await scene.call();
    const { analysis, markdown, chain, brief, session } = await sessionViews(scene.store, "d");
    expect(analysis.quality.isComplete).toBe(true);
    expect(analysis.structure.linearityScore).toBe(1);
    expect(markdown).toContain("| keep | 8 | 2 |");
    expect(chain.thoughts).toHaveLength(2);
    expect(brief).toContain("Keep it or rewrite it? → rewrite: its weighted sum is 0.04 ahead of keep");
    expect(session).toMatchObject({ title: "Keep it or rewrite it?", status: "completed" });
  });

  test.each([
    { scores: { REWRITE: [4, 9], keep: { Safety: "2", speed: 8 } } },
    { scores: [{ speed: { score: 8 }, safety: 2 }, [4, 9]] },
    { scores: JSON.stringify(ORDER.scores) },
    { weights: { Safety: 2, speed: 3 } },
    {
      weights: [],
      criteria: [
        { name: "speed", weight: 3 },
        { name: "safety", weight: "2", kind: "max" },
      ],
    },
    { options: "keep, rewrite", criteria: '["speed", "safety"]' },
    { options: [{ name: "keep" }, { option: " rewrite\n" }] },
  ])("[RT4] accepts another form: %j", async (order) => {
    await using scene = await deciding();
    expect(await scene.call(order)).toMatchObject({ winner: "rewrite", margin: 0.04 });
  });

  test("[RT4] kinds have their usual synonyms, and scales are kept", async () => {
    const kinds = ["cost", "min", "Minimize", "lower is better", "less"];
    const criteria = kinds.map((kind, index) => ({ name: `c${index}`, kind, scale: [400, 0] }));
    await using scene = await deciding();
    const scores = [kinds.map(() => 300), kinds.map(() => 100)];
    const answer = await scene.call({ criteria, weights: undefined, scores });
    expect(answer.criteria.every(({ kind }) => kind === "cost")).toBe(true);
    expect(answer.weightedSum[0]).toEqual({ option: "rewrite", score: 0.75 });
  });

  test("[RT4] names cannot break the table, and a decision may have no question", async () => {
    await using scene = await deciding();
    const options = ["a | b\\", "__proto__\u0000\n| x |"];
    const answer = await scene.call({ content: " ", options });
    const { thoughts, session } = await sessionViews(scene.store, "d");
    expect(thoughts[0]!.content.split("\n").slice(-2)).toEqual([
      "| a \\| b\\\\ | 8 | 2 |",
      "| __proto__ \\| x \\| | 4 | 9 |",
    ]);
    expect(Object.keys(answer.scores)).toEqual(["a | b\\", "__proto__ | x |"]);
    expect(session.title).toMatch(/^Decide between a \| b/);
  });
});

describe("scores that a model proposes", () => {
  const proposed = JSON.stringify({
    scores: [
      [{ score: 8, reason: "It is\nwarm." }, { score: 2 }],
      [4, { score: "9", reason: "New locks." }],
    ],
  });

  test("[RT4] the model only scores; we compute the sums and keep its reasons", async () => {
    await using scene = await deciding([`Gladly:\n${proposed}`]);
    const answer = await scene.call({ scores: [] });
    expect(answer).toMatchObject({ winner: "rewrite", margin: 0.04, scored_by: "model" });
    const { thoughts } = await sessionViews(scene.store, "d");
    expect(thoughts[0]).toMatchObject({ author: "scripted" });
    expect(thoughts[0]!.content).toContain(
      "Reasons:\n- keep, speed: It is warm.\n- rewrite, safety: New locks.",
    );
    expect(promptOf(scene.server.requests[0]!).user).toContain("1. speed (benefit, from 0 to 10)");
  });

  test("[RT4] asks again for an incomplete table or one outside the scale, then refuses", async () => {
    const off = JSON.stringify({
      scores: [
        [8, 2],
        [4, 11],
      ],
    });
    await using scene = await deciding([off, '{"scores": [[1, 2]]}']);
    await expect(scene.call({ scores: undefined })).rejects.toMatchObject({ code: "ENGINE_REFUSED" });
    expect(await scene.store.session("d")).toBeUndefined();
  });

  test("[RT4] without scores and without an engine it is refused and asks for scores", async () => {
    await using scene = await deciding();
    await expect(scene.call({ scores: undefined })).rejects.toMatchObject({
      code: "NO_ENGINE",
      message: expect.stringContaining("send `scores`, a row per option"),
    });
  });
});

describe("invalid decisions", () => {
  test.each<[DecisionRequest, string]>([
    [{ options: undefined }, "options - Send a list of 2 to 20"],
    [{ options: ["a"] }, "options - Send a list of 2 to 20"],
    [{ options: Array.from({ length: 21 }, (_, index) => `${index}`) }, "options - Send a list of 2 to 20"],
    [{ options: ["a", "A "] }, "options - 'A' occurs twice."],
    [{ options: ["a", null] }, "options - Number 2 needs a name"],
    [{ options: ["a", "x".repeat(201)] }, "options - Number 2 needs a name of 1 to 200 characters."],
    [{ criteria: [] }, "criteria - Send a list of 1 to 20"],
    [{ criteria: ["speed", { weight: 1 }] }, "criteria - Number 2 needs a name"],
    [{ criteria: ["speed", { name: "x", kind: "maybe" }] }, "The kind of 'x' is benefit"],
    [{ criteria: ["speed", { name: "x", scale: [1, 1] }] }, "The scale of 'x' is two different numbers"],
    [{ weights: [1] }, "weights - Send one number per criterion: 2, not 1."],
    [{ weights: [1, 0] }, "The weight of 'safety' must be a number above 0"],
    [{ weights: [1, Number.POSITIVE_INFINITY] }, "The weight of 'safety' must be"],
    [{ weights: { sped: 1 } }, "weights - 'sped' is not a criterion. The criteria are speed, safety."],
    [{ weights: "much" }, "weights - Send a list of numbers"],
    [{ scores: [[1, 2]] }, "scores - send a row per option: 2, not 1."],
    [{ scores: [[1, 2], [3]] }, "scores - For 'rewrite': send a number per criterion: 2, not 1."],
    [
      {
        scores: [
          [1, 2],
          [3, "x"],
        ],
      },
      "scores - 'rewrite' on 'safety': a score is a number.",
    ],
    [{ scores: { keep: [1, 2] } }, "scores - nothing was sent for the option 'rewrite'."],
    [{ scores: { keep: [1, 2], rewrite: [1, 2], burn: [1, 2] } }, "scores - 'burn' is not a known option."],
    [{ scores: "all good" }, "scores - send a row per option"],
    [
      { criteria: ["speed", { name: "safety", scale: [0, 5] }] },
      "'rewrite' on 'safety': 9 lies outside the scale from 0 to 5.",
    ],
  ])("[RT4] refuses %j", async (order, message) => {
    await using scene = await deciding();
    await expect(scene.call(order)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(message),
    });
    expect(await scene.store.session("d")).toBeUndefined();
  });

  test("[RT4] reads any input or refuses it by the name of its field", () => {
    const names = fc.oneof(fc.array(fc.oneof(fc.string(), fc.jsonValue()), { maxLength: 5 }), fc.jsonValue());
    fc.assert(
      fc.property(names, names, fc.jsonValue(), fc.jsonValue(), (options, criteria, weights, scores) => {
        try {
          const { problem = "none" } = readScores(
            scores,
            readOptions(options),
            readCriteria(criteria, weights),
          );
          expect(problem).toMatch(/\w/);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          expect(error.message).toMatch(/^(options|criteria|weights) - \S/);
        }
      }),
    );
  });

  test("[RT4] an accepted table has finite numbers only, however large or small its values are", () => {
    const near = (limit: number) => fc.constantFrom(limit, -limit, limit * 10, 1 / limit, 5e-324, 0);
    const number = fc.oneof(fc.integer({ min: 0, max: 10 }), near(1e12), fc.double());
    const weight = fc.oneof(fc.integer({ min: 1, max: 9 }), near(1e6));
    const row = fc.tuple(number, number);
    let whole = 0;
    fc.assert(
      fc.property(fc.tuple(weight, weight), fc.tuple(row, row, row), (weights, scoresSent) => {
        try {
          const options = readOptions(["a", "b", "c"]);
          const criteria = readCriteria(["x", { name: "y", kind: "cost" }], weights);
          const read = readScores(scoresSent, options, criteria);
          if (read.problem !== undefined) return;
          const scores = read.scores.map((cells) => cells.map(({ score }) => score));
          const { weightedSum, topsis, margin, sensitivity } = decide({ options, criteria, scores });
          const numbers = [
            margin,
            ...[...weightedSum, ...topsis].map(({ score }) => score),
            ...sensitivity.flatMap(({ weight, flipsAt = 0 }) => [weight, flipsAt]),
          ];
          expect(numbers.filter((number) => !Number.isFinite(number))).toEqual([]);
          whole++;
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
        }
      }),
      { numRuns: 500 },
    );
    expect(whole).toBeGreaterThan(10);
  });

  test("[RT4] any proposal of a model is a complete table within its scales, or nothing", () => {
    const criteria = [{ name: "x", weight: 1, kind: "cost" as const }];
    const scores = fc.array(fc.array(fc.oneof(fc.integer({ min: -2, max: 12 }), fc.jsonValue())));
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      scores.map((rows) => JSON.stringify({ scores: rows })),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const read = readProposed(text, ["a", "b"], criteria);
        for (const { score } of read?.flat() ?? []) expect(score >= 0 && score <= 10).toBe(true);
        if (read) expect(read.map((row) => row.length)).toEqual([1, 1]);
      }),
    );
  });
});
