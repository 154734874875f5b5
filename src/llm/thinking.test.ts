import { describe, expect, test } from "vitest";
import { claudeModel } from "../testing/anthropic-models.ts";
import { supportsThinking, thinkingOf } from "./thinking.ts";

type Expected = "none" | "budget" | "adaptive, disabled" | "adaptive, between_tools" | "adaptive, always";

function summary(model: string): Expected {
  const thinking = thinkingOf(model);
  return thinking.kind === "adaptive" ? `adaptive, ${thinking.canTurnOff || "always"}` : thinking.kind;
}

describe("the thinking kind of a model, by its id", () => {
  test.each<[string, Expected]>([
    ["claude-1.3", "none"],
    ["claude-v1", "none"],
    ["claude-2", "none"],
    ["claude-2.1", "none"],
    ["anthropic.claude-v2:1", "none"],
    ["claude-instant-1.2", "none"],
    ["anthropic.claude-instant-v1", "none"],
    ["claude-3-opus-20240229", "none"],
    ["claude-3-haiku-20240307", "none"],
    ["claude-3-opus-latest", "none"],
    ["claude-3-5-sonnet-20241022", "none"],
    ["claude-3-5-sonnet-v2@20241022", "none"],
    ["anthropic.claude-3-5-sonnet-20241022-v2:0", "none"],
    ["claude-3.5-haiku", "none"],

    ["claude-3-7-sonnet-20250219", "budget"],
    ["claude-3-7-sonnet-latest", "budget"],
    ["claude-3.7-sonnet", "budget"],
    ["claude-3.7-sonnet-20250219", "budget"],
    ["CLAUDE-3-7-SONNET-20250219", "budget"],
    ["anthropic/claude-3.7-sonnet:thinking", "budget"],
    ["anthropic.claude-3-7-sonnet-20250219-v1:0", "budget"],
    ["us.anthropic.claude-3-7-sonnet-20250219-v1:0", "budget"],
    ["databricks-claude-3-7-sonnet", "budget"],
    ["claude-sonnet-4@20250514", "budget"],
    ["claude-sonnet-4-20250514", "budget"],
    ["claude-4-sonnet-20250514", "budget"],
    ["claude-sonnet-4-0", "budget"],
    ["claude-opus-4-1-20250805", "budget"],
    ["claude-sonnet-4-5", "budget"],
    ["claude-sonnet-4-5-20250929", "budget"],
    ["claude-haiku-4-5@20251001", "budget"],
    ["claude-opus-4-5-20251101", "budget"],
    ["bedrock/eu.anthropic.claude-opus-4-5-20251101-v1:0", "budget"],
    ["arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-4-20250514-v1:0", "budget"],
    ["projects/p/locations/l/publishers/anthropic/models/claude-sonnet-4-5@20250929", "budget"],

    ["claude-opus-4-6", "adaptive, disabled"],
    ["claude-4.6-sonnet", "adaptive, disabled"],
    ["anthropic.claude-opus-4-6-v1", "adaptive, disabled"],
    ["claude-opus-4.7", "adaptive, disabled"],
    ["claude-opus-4-8[1m]", "adaptive, disabled"],
    ["claude-opus-5", "adaptive, disabled"],
    ["claude-sonnet-5", "adaptive, disabled"],
    ["claude-haiku-5-5", "adaptive, disabled"],
    ["claude-sonnet-5-5", "adaptive, between_tools"],
    ["vertex_ai/claude-sonnet-5-5@20260928", "adaptive, between_tools"],
    ["claude-opus-5-5", "adaptive, always"],
    ["claude-opus-5-5-20260901", "adaptive, always"],
    ["global.anthropic.claude-opus-5-5", "adaptive, always"],
    ["claude-mythos-preview", "adaptive, always"],
    ["anthropic.claude-mythos-preview-v1:0", "adaptive, always"],
    ["claude-fable-5", "adaptive, always"],
    ["claude-mythos-5-2", "adaptive, always"],
  ])("[HT1] %s: %s", (model, expected) => {
    expect(summary(model)).toBe(expected);
    expect(supportsThinking(model)).toBe(expected !== "none");
  });

  test.each<[string, Expected]>([
    ["claude-opus-6", "adaptive, always"],
    ["claude-sonnet-6-1-20270301", "adaptive, between_tools"],
    ["claude-haiku-12", "adaptive, disabled"],
    ["claude-fable-7-3", "adaptive, always"],
    ["claude-saga-6", "adaptive, always"],
    ["claude-7", "adaptive, always"],
    ["claude-sonnet-latest", "adaptive, between_tools"],
    ["claude-opus-20280101", "adaptive, always"],
    ["claude-opus-2028-01-01", "adaptive, always"],
  ])("[HT1] a newer model or an alias behaves like the newest of its line: %s, %s", (model, expected) => {
    expect(summary(model)).toBe(expected);
  });

  test.each([
    "",
    "claude",
    "claudette-3-7",
    "notclaude-3-7",
    "my-claude-proxy",
    "gpt-5.5",
    "gemini-3-7-pro",
    "sonnet-4-5",
    "deepseek-v4",
    "o4-mini",
    "3.7",
    "claude-20250219",
  ])("[HT1] other models do not think on request, and neither do unknown names: '%s'", (model) => {
    expect(thinkingOf(model)).toEqual({ kind: "none" });
    expect(supportsThinking(model)).toBe(false);
  });

  test.each([
    "claude-3-5-sonnet-20241022",
    "claude-3-7-sonnet-20250219",
    "claude-opus-4-1",
    "claude-sonnet-4-5",
    "claude-opus-4-5",
    "claude-haiku-4-5",
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "claude-opus-4-8",
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-opus-5-5",
    "claude-sonnet-5-5",
    "claude-haiku-5-5",
    "claude-fable-5-1",
    "claude-mythos-preview",
  ])(
    "[HT1] the table and the scripted service, each written from the documentation, agree on %s",
    (model) => {
      const thinking = thinkingOf(model);
      const { thinking: types, contextTokens, maxTokens } = claudeModel(model);
      const adaptive = types.includes("adaptive");
      expect(thinking.kind).toBe(adaptive ? "adaptive" : types.includes("enabled") ? "budget" : "none");
      if (thinking.kind === "none") return;
      expect(thinking).toMatchObject({ contextWindow: contextTokens, maxOutput: maxTokens });
      if (thinking.kind !== "adaptive") return;
      expect(thinking.takesBudget).toBe(types.includes("enabled"));
      const off = types.find((type) => type === "disabled" || type === "between_tools");
      expect(thinking.canTurnOff).toBe(off ?? false);
    },
  );
});

describe("overrides of the table", () => {
  test("[HT1] the configuration overrides the table field by field", () => {
    expect(thinkingOf("claude-sonnet-4-5", { maxOutput: 32_000 })).toEqual({
      kind: "budget",
      contextWindow: 200_000,
      maxOutput: 32_000,
    });
    expect(thinkingOf("claude-opus-5", { canTurnOff: false, efforts: ["low", "high"] })).toMatchObject({
      kind: "adaptive",
      canTurnOff: false,
      efforts: ["low", "high"],
      contextWindow: 1_000_000,
    });
    expect(thinkingOf("claude-opus-5-5", { kind: "none" })).toEqual({ kind: "none" });
  });

  test("[HT1] a model behind an alias thinks as configured", () => {
    expect(thinkingOf("house-model", { kind: "budget", contextWindow: 90_000 })).toEqual({
      kind: "budget",
      contextWindow: 90_000,
      maxOutput: 32_000,
    });
    expect(thinkingOf("house-model", { kind: "adaptive" })).toMatchObject({
      kind: "adaptive",
      canTurnOff: false,
      takesBudget: false,
    });
  });

  test("[HT1] an overridden kind keeps the sizes of the table", () => {
    expect(thinkingOf("claude-opus-4-7", { kind: "budget" })).toEqual({
      kind: "budget",
      contextWindow: 1_000_000,
      maxOutput: 128_000,
    });
  });
});
