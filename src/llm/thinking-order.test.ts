import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claudeModel } from "../testing/anthropic-models.ts";
import type { Effort } from "./engine.ts";
import { thinkingOrder } from "./thinking-order.ts";

describe("models that take a budget", () => {
  const enabled = (budgetTokens: number) => ({ type: "enabled", budgetTokens });

  test("[HT2] the seed's own configuration is ordered as it stands, with room for the answer", () => {
    expect(thinkingOrder("claude-3-7-sonnet-20250219", { enabled: true, budget_tokens: 8000 })).toEqual({
      order: enabled(8000),
      maxTokens: 16_192,
    });
  });

  test("[HT2] by default they think, for a third of the context window as far as the output goes", () => {
    expect(thinkingOrder("claude-sonnet-4-5")).toEqual({ order: enabled(55_808), maxTokens: 64_000 });
    expect(thinkingOrder("claude-opus-4-1", {}, { maxTokens: 2000 })).toEqual({
      order: enabled(30_000),
      maxTokens: 32_000,
    });
    const large = { maxOutput: 128_000 };
    expect(thinkingOrder("claude-sonnet-4-5", {}, { maxTokens: 4000 }, large)).toEqual({
      order: enabled(66_666),
      maxTokens: 70_666,
    });
  });

  test("[HT2] a limit above the budget is left as it is, one below it is raised to fit", () => {
    const wish = { budget_tokens: 10_000 };
    expect(thinkingOrder("claude-sonnet-4-5", wish, { maxTokens: 16_000 }).maxTokens).toBe(16_000);
    expect(thinkingOrder("claude-sonnet-4-5", wish, { maxTokens: 10_000 }).maxTokens).toBe(20_000);
    expect(thinkingOrder("claude-sonnet-4-5", wish, { maxTokens: 100 }).maxTokens).toBe(10_100);
  });

  test("[HT2] a budget outside the rules is brought within them, and it is said", () => {
    expect(thinkingOrder("claude-sonnet-4-5", { budget_tokens: 10 }, { maxTokens: 2000 })).toEqual({
      order: enabled(1024),
      maxTokens: 2000,
      warning: "claude-sonnet-4-5 cannot think for 10 tokens here: budget_tokens 1024 is used.",
    });
    expect(thinkingOrder("claude-sonnet-4-5", { budget_tokens: 500_000 }, { maxTokens: 8000 })).toEqual({
      order: enabled(56_000),
      maxTokens: 64_000,
      warning: "claude-sonnet-4-5 cannot think for 500000 tokens here: budget_tokens 56000 is used.",
    });
  });

  test("[HT2] a limit beyond the model's output is brought down, and it is said", () => {
    expect(thinkingOrder("claude-sonnet-4-5", { budget_tokens: 2000 }, { maxTokens: 200_000 })).toEqual({
      order: enabled(2000),
      maxTokens: 64_000,
      warning: "claude-sonnet-4-5 puts out at most 64000 tokens, not 200000.",
    });
  });

  test("[HT2] an effort is read as a budget", () => {
    expect(thinkingOrder("claude-sonnet-4-5", { effort: "medium" })).toEqual({
      order: enabled(16_384),
      maxTokens: 24_576,
      warning: "claude-sonnet-4-5 takes no effort: budget_tokens 16384 is used instead of 'medium'.",
    });
  });

  test("[HT2] they can be told not to think", () => {
    expect(thinkingOrder("claude-sonnet-4-5", { enabled: false, budget_tokens: 8000 })).toEqual({
      order: { type: "disabled" },
    });
  });

  test("[HT2] whatever is wished, the order is one that the service takes", () => {
    const models = fc.constantFrom("claude-3-7-sonnet-20250219", "claude-opus-4-1", "claude-haiku-4-5");
    const wishes = fc.record(
      { budget_tokens: fc.integer({ min: -5, max: 10 ** 6 }), effort: fc.constantFrom<Effort>("low", "max") },
      { requiredKeys: [] },
    );
    const limit = fc.record({ maxTokens: fc.integer({ min: 1, max: 10 ** 6 }) }, { requiredKeys: [] });
    fc.assert(
      fc.property(models, wishes, limit, (model, wish, limits) => {
        const { order, maxTokens } = thinkingOrder(model, wish, limits);
        if (order?.type !== "enabled") throw new Error(`It ordered ${order?.type}.`);
        expect(order.budgetTokens).toBeGreaterThanOrEqual(1024);
        expect(maxTokens).toBeGreaterThan(order.budgetTokens);
        expect(maxTokens).toBeLessThanOrEqual(claudeModel(model).maxTokens);
      }),
    );
  });
});

describe("models that take an effort", () => {
  test("[HT2] by default they think as they see fit, with room for it", () => {
    expect(thinkingOrder("claude-opus-5-5")).toEqual({ order: { type: "adaptive" }, maxTokens: 40_960 });
    expect(thinkingOrder("claude-opus-4-7", { enabled: true, effort: "low" })).toEqual({
      order: { type: "adaptive", effort: "low" },
      maxTokens: 12_288,
    });
  });

  test("[HT2] a limit that is given stays", () => {
    expect(thinkingOrder("claude-opus-5-5", {}, { maxTokens: 500 }).maxTokens).toBe(500);
  });

  test.each<[number, Effort]>([
    [1024, "low"],
    [4096, "low"],
    [8000, "medium"],
    [32_000, "high"],
    [60_000, "xhigh"],
    [900_000, "max"],
  ])("[HT2] a budget of %i is read as the effort %s", (budget_tokens, effort) => {
    const { order, warning } = thinkingOrder("claude-opus-5-5", { budget_tokens });
    expect(order).toEqual({ type: "adaptive", effort });
    expect(warning).toBe(
      `claude-opus-5-5 takes no budget_tokens: effort '${effort}' is used instead of ${budget_tokens}.`,
    );
  });

  test("[HT2] an effort goes before a budget", () => {
    const { order } = thinkingOrder("claude-opus-4-6", { budget_tokens: 2000, effort: "max" });
    expect(order).toEqual({ type: "adaptive", effort: "max" });
  });

  test("[HT2] the generation that takes both gets the budget that is wished, and an effort otherwise", () => {
    expect(thinkingOrder("claude-sonnet-4-6", { budget_tokens: 8000 })).toEqual({
      order: { type: "enabled", budgetTokens: 8000 },
      maxTokens: 16_192,
    });
    expect(thinkingOrder("claude-sonnet-4-6").order).toEqual({ type: "adaptive" });
  });

  test("[HT2] an effort that the model does not have becomes the next lower one", () => {
    expect(thinkingOrder("claude-opus-4-6", { effort: "xhigh" })).toMatchObject({
      order: { type: "adaptive", effort: "high" },
      warning: "claude-opus-4-6 has no effort 'xhigh': effort 'high' is used.",
    });
    expect(thinkingOrder("claude-opus-5", { effort: "low" }, {}, { efforts: ["medium"] }).order).toEqual({
      type: "adaptive",
      effort: "medium",
    });
    expect(thinkingOrder("claude-opus-5", { effort: "low" }, {}, { efforts: [] })).toMatchObject({
      order: { type: "adaptive" },
      warning: "claude-opus-5 has no effort 'low': its own effort is used.",
    });
  });

  test("[HT2] each is turned off in its own way, and where there is none, a warning says so", () => {
    const off = { enabled: false } as const;
    expect(thinkingOrder("claude-opus-5", off)).toEqual({ order: { type: "disabled" } });
    expect(thinkingOrder("claude-haiku-5-5", off)).toEqual({ order: { type: "disabled" } });
    expect(thinkingOrder("claude-sonnet-5-5", off)).toEqual({ order: { type: "between_tools" } });
    const warning = "claude-opus-5-5 cannot turn thinking off; a lower effort makes it think less.";
    expect(thinkingOrder("claude-opus-5-5", off)).toEqual({ maxTokens: 40_960, warning });
    expect(thinkingOrder("claude-opus-5-5", { ...off, effort: "low" })).toEqual({
      order: { type: "adaptive", effort: "low" },
      maxTokens: 12_288,
      warning,
    });
  });

  test("[HT2] summaries are left to the provider, unless the service is known not to have them", () => {
    expect(thinkingOrder("claude-opus-5-5", {}, {}, { summary: false }).order).toEqual({
      type: "adaptive",
      summary: false,
    });
    const off = { enabled: false } as const;
    expect(thinkingOrder("claude-opus-5", off, {}, { summary: false }).order).toEqual({ type: "disabled" });
  });
});

describe("models that do not think", () => {
  const warning = "claude-3-5-sonnet-20241022 is not known to think: it goes on without.";

  test.each([{ enabled: true }, { budget_tokens: 8000 }, { effort: "high" as const }])(
    "[HT4] a wish of %j is a warning that names the model, and on it goes",
    (wish) => {
      expect(thinkingOrder("claude-3-5-sonnet-20241022", wish, { maxTokens: 900 })).toEqual({
        maxTokens: 900,
        warning,
      });
    },
  );

  test.each([{}, { enabled: false }, { enabled: false, budget_tokens: 8000 }])(
    "[HT4] a wish of %j is none, so nothing is said",
    (wish) => {
      expect(thinkingOrder("gpt-5.5", wish)).toEqual({});
    },
  );
});
