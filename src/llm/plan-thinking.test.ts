import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claudeModel } from "../testing/anthropic-models.ts";
import type { Effort } from "./engine.ts";
import { planThinking } from "./plan-thinking.ts";

describe("models with a budget", () => {
  const enabled = (budgetTokens: number) => ({ type: "enabled", budgetTokens });

  test("[HT2] keeps the seed's own configuration and adds room for the answer", () => {
    expect(planThinking("claude-3-7-sonnet-20250219", { enabled: true, budget_tokens: 8000 })).toEqual({
      request: enabled(8000),
      maxTokens: 16_192,
    });
  });

  test("[HT2] think by default, with a third of the context window if the output limit allows", () => {
    expect(planThinking("claude-sonnet-4-5")).toEqual({ request: enabled(55_808), maxTokens: 64_000 });
    expect(planThinking("claude-opus-4-1", {}, 2000)).toEqual({
      request: enabled(30_000),
      maxTokens: 32_000,
    });
    const large = { maxOutput: 128_000 };
    expect(planThinking("claude-sonnet-4-5", {}, 4000, large)).toEqual({
      request: enabled(66_666),
      maxTokens: 70_666,
    });
  });

  test("[HT2] keep a limit above the budget and raise one below it", () => {
    const options = { budget_tokens: 10_000 };
    expect(planThinking("claude-sonnet-4-5", options, 16_000).maxTokens).toBe(16_000);
    expect(planThinking("claude-sonnet-4-5", options, 10_000).maxTokens).toBe(20_000);
    expect(planThinking("claude-sonnet-4-5", options, 100).maxTokens).toBe(10_100);
  });

  test("[HT2] adjust a budget outside the allowed range and warn", () => {
    expect(planThinking("claude-sonnet-4-5", { budget_tokens: 10 }, 2000)).toEqual({
      request: enabled(1024),
      maxTokens: 2000,
      warning: "claude-sonnet-4-5 cannot think for 10 tokens here: budget_tokens 1024 is used.",
    });
    expect(planThinking("claude-sonnet-4-5", { budget_tokens: 500_000 }, 8000)).toEqual({
      request: enabled(56_000),
      maxTokens: 64_000,
      warning: "claude-sonnet-4-5 cannot think for 500000 tokens here: budget_tokens 56000 is used.",
    });
  });

  test("[HT2] reduce a limit beyond the model's output and warn", () => {
    expect(planThinking("claude-sonnet-4-5", { budget_tokens: 2000 }, 200_000)).toEqual({
      request: enabled(2000),
      maxTokens: 64_000,
      warning: "claude-sonnet-4-5 can output at most 64000 tokens, not 200000.",
    });
  });

  test("[HT2] convert an effort to a budget", () => {
    expect(planThinking("claude-sonnet-4-5", { effort: "medium" })).toEqual({
      request: enabled(16_384),
      maxTokens: 24_576,
      warning: "claude-sonnet-4-5 accepts no effort: budget_tokens 16384 is used instead of 'medium'.",
    });
  });

  test("[HT2] can be set not to think", () => {
    expect(planThinking("claude-sonnet-4-5", { enabled: false, budget_tokens: 8000 })).toEqual({
      request: { type: "disabled" },
    });
  });

  test("[HT2] every combination of settings gives a request that the service accepts", () => {
    const models = fc.constantFrom("claude-3-7-sonnet-20250219", "claude-opus-4-1", "claude-haiku-4-5");
    const optionSets = fc.record(
      { budget_tokens: fc.integer({ min: -5, max: 10 ** 6 }), effort: fc.constantFrom<Effort>("low", "max") },
      { requiredKeys: [] },
    );
    const limits = fc.option(fc.integer({ min: 1, max: 10 ** 6 }), { nil: undefined });
    fc.assert(
      fc.property(models, optionSets, limits, (model, options, limit) => {
        const { request, maxTokens } = planThinking(model, options, limit);
        if (request?.type !== "enabled") throw new Error(`It requested ${request?.type}.`);
        expect(request.budgetTokens).toBeGreaterThanOrEqual(1024);
        expect(maxTokens).toBeGreaterThan(request.budgetTokens);
        expect(maxTokens).toBeLessThanOrEqual(claudeModel(model).maxTokens);
      }),
    );
  });
});

describe("models with an effort", () => {
  test("[HT2] think by default, with room for it", () => {
    expect(planThinking("claude-opus-5-5")).toEqual({ request: { type: "adaptive" }, maxTokens: 40_960 });
    expect(planThinking("claude-opus-4-7", { enabled: true, effort: "low" })).toEqual({
      request: { type: "adaptive", effort: "low" },
      maxTokens: 12_288,
    });
  });

  test("[HT2] keep a configured limit", () => {
    expect(planThinking("claude-opus-5-5", {}, 500).maxTokens).toBe(500);
  });

  test.each<[number, Effort]>([
    [1024, "low"],
    [4096, "low"],
    [8000, "medium"],
    [32_000, "high"],
    [60_000, "xhigh"],
    [900_000, "max"],
  ])("[HT2] convert a budget of %i to the effort %s", (budget_tokens, effort) => {
    const { request, warning } = planThinking("claude-opus-5-5", { budget_tokens });
    expect(request).toEqual({ type: "adaptive", effort });
    expect(warning).toBe(
      `claude-opus-5-5 accepts no budget_tokens: effort '${effort}' is used instead of ${budget_tokens}.`,
    );
  });

  test("[HT2] prefer an effort to a budget", () => {
    const { request } = planThinking("claude-opus-4-6", { budget_tokens: 2000, effort: "max" });
    expect(request).toEqual({ type: "adaptive", effort: "max" });
  });

  test("[HT2] the generation that accepts both gets a configured budget, and an effort otherwise", () => {
    expect(planThinking("claude-sonnet-4-6", { budget_tokens: 8000 })).toEqual({
      request: { type: "enabled", budgetTokens: 8000 },
      maxTokens: 16_192,
    });
    expect(planThinking("claude-sonnet-4-6").request).toEqual({ type: "adaptive" });
  });

  test("[HT2] replace an unsupported effort by the next lower one", () => {
    expect(planThinking("claude-opus-4-6", { effort: "xhigh" })).toMatchObject({
      request: { type: "adaptive", effort: "high" },
      warning: "claude-opus-4-6 has no effort 'xhigh': effort 'high' is used.",
    });
    expect(
      planThinking("claude-opus-5", { effort: "low" }, undefined, { efforts: ["medium"] }).request,
    ).toEqual({
      type: "adaptive",
      effort: "medium",
    });
    expect(planThinking("claude-opus-5", { effort: "low" }, undefined, { efforts: [] })).toMatchObject({
      request: { type: "adaptive" },
      warning: "claude-opus-5 has no effort 'low': its default effort is used.",
    });
  });

  test("[HT2] turn thinking off in the model's own way, or warn if there is none", () => {
    const off = { enabled: false } as const;
    expect(planThinking("claude-opus-5", off)).toEqual({ request: { type: "disabled" } });
    expect(planThinking("claude-haiku-5-5", off)).toEqual({ request: { type: "disabled" } });
    expect(planThinking("claude-sonnet-5-5", off)).toEqual({ request: { type: "between_tools" } });
    const warning = "claude-opus-5-5 cannot turn thinking off. A lower effort makes it think less.";
    expect(planThinking("claude-opus-5-5", off)).toEqual({ maxTokens: 40_960, warning });
    expect(planThinking("claude-opus-5-5", { ...off, effort: "low" })).toEqual({
      request: { type: "adaptive", effort: "low" },
      maxTokens: 12_288,
      warning,
    });
  });

  test("[HT2] request summaries unless the service is known not to support them", () => {
    expect(planThinking("claude-opus-5-5", {}, undefined, { summary: false }).request).toEqual({
      type: "adaptive",
      summary: false,
    });
    const off = { enabled: false } as const;
    expect(planThinking("claude-opus-5", off, undefined, { summary: false }).request).toEqual({
      type: "disabled",
    });
  });
});

describe("models that do not think", () => {
  const warning = "claude-3-5-sonnet-20241022 is not known to support thinking: it answers without.";

  test.each([{ enabled: true }, { budget_tokens: 8000 }, { effort: "high" as const }])(
    "[HT4] %j gives a warning that names the model, and the turn continues",
    (options) => {
      expect(planThinking("claude-3-5-sonnet-20241022", options, 900)).toEqual({
        maxTokens: 900,
        warning,
      });
    },
  );

  test.each([{}, { enabled: false }, { enabled: false, budget_tokens: 8000 }])(
    "[HT4] %j gives no warning",
    (options) => {
      expect(planThinking("gpt-5.5", options)).toEqual({});
    },
  );
});
