import { expect, test } from "vitest";
import type { ThinkingRequest } from "./engine.ts";
import type { ThinkingOverrides } from "./thinking.ts";
import { readRefusal } from "./thinking-fallback.ts";

const enabled: ThinkingRequest = { type: "enabled", budgetTokens: 2048 };
const adaptive: ThinkingRequest = { type: "adaptive" };
const harder: ThinkingRequest = { type: "adaptive", effort: "max" };
const disabled: ThinkingRequest = { type: "disabled" };
const between: ThinkingRequest = { type: "between_tools" };
const useAdaptive = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';

test.each<[string, ThinkingRequest, ThinkingOverrides]>([
  [`"thinking.type.enabled" is not supported for this model. ${useAdaptive}`, enabled, { kind: "adaptive" }],
  ["thinking.type: value 'enabled' is unknown", enabled, { kind: "adaptive" }],
  ["adaptive thinking is not supported on this model", adaptive, { kind: "budget" }],
  [
    "thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'",
    harder,
    { kind: "budget" },
  ],
  ["Only 'enabled' and 'disabled' are supported for thinking", adaptive, { kind: "budget" }],
  ["Validation: `thinking.type` must be `enabled` or `disabled`", adaptive, { kind: "budget" }],
  ["'claude-3-5-sonnet-20241022' does not support thinking.", enabled, { kind: "none" }],
  ["Extended thinking is not supported here.", adaptive, { kind: "none" }],
  [
    "Anthropic refuses the request (400): thinking: Extra inputs are not permitted.",
    enabled,
    { kind: "none" },
  ],
  [
    '"thinking.type.enabled" is not supported. It accepts "thinking.type.disabled".',
    enabled,
    { kind: "none" },
  ],
  ["thinking.enabled.display: Extra inputs are not permitted", enabled, { summary: false }],
  ["thinking.adaptive.display: Extra inputs are not permitted", harder, { summary: false }],
  [
    `"thinking.type.disabled" is not supported for this model. ${useAdaptive}`,
    disabled,
    { canTurnOff: false },
  ],
  [
    '"thinking.type.disabled" is not supported. To turn it off, send "thinking": {"type": "between_tools"}.',
    disabled,
    { canTurnOff: "between_tools" },
  ],
  [
    '"thinking.type.between_tools" is not supported. It accepts "thinking.type.disabled".',
    between,
    { canTurnOff: "disabled" },
  ],
  [`"thinking.type.between_tools" is not supported. ${useAdaptive}`, between, { canTurnOff: false }],
  ["This model does not support the effort parameter.", harder, { efforts: [] }],
  ["output_config: Extra inputs are not permitted", harder, { efforts: [] }],
  [
    "This model does not support effort level 'max'. Supported levels: high, low, medium.",
    harder,
    { efforts: ["low", "medium", "high"] },
  ],
  [
    'output_config.effort "max" is not supported by model x; supported values: [medium, xhigh]',
    harder,
    { efforts: ["medium", "xhigh"] },
  ],
  [
    "max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens",
    enabled,
    { maxOutput: 64_000 },
  ],
])("[HT3] learns from '%s' how to request thinking", (said, order, lesson) => {
  expect(readRefusal(order, said)).toEqual(lesson);
});

test.each<[string, ThinkingRequest]>([
  ["messages: at least one message is required", enabled],
  ["temperature may only be set to 1 when thinking is enabled", adaptive],
  [
    "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `text`. When `thinking` is enabled, the message must start with a thinking block.",
    adaptive,
  ],
  ["messages.3.content.0: Invalid `signature` in `thinking` block", adaptive],
  ["prompt is too long: 250000 tokens > 200000 maximum", harder],
  ["This model does not support the effort parameter.", adaptive],
  ["thinking.adaptive.display: Extra inputs are not permitted", { type: "adaptive", summary: false }],
])("[HT3] learns nothing about thinking from '%s'", (said, order) => {
  expect(readRefusal(order, said)).toBeUndefined();
});
