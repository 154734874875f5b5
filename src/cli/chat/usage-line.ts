import type { Remaining } from "../../host/limits/index.ts";
import type { MessageAnswer } from "../../host/message-answer.ts";
import { line } from "../table.ts";

/** A message's usage and what is left of the limits, in one line. */
export function usageLine({ usage, cost }: Pick<MessageAnswer, "usage" | "cost">, left: Remaining): string {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const cached = cacheReadTokens > 0 ? ` (${number(cacheReadTokens)} cached)` : "";
  const tokens = `${number(inputTokens + cacheReadTokens + cacheWriteTokens)} tokens in${cached}, ${number(outputTokens)} out`;
  const rest = leftLine(left);
  return [
    tokens,
    ...(cost === undefined ? [] : [dollars(cost)]),
    ...(rest === "" ? [] : [`left: ${rest}`]),
  ].join(" · ");
}

/** What is left of the limits; empty without limits. */
export function leftLine({ message, session, perMinute }: Remaining): string {
  const spans = [
    ["for this message", message],
    ["for this session", session],
  ] as const;
  const parts = spans.flatMap(([label, allowance]) => {
    const amounts = amountsOf(allowance);
    return amounts.length === 0 ? [] : [`${amounts.join(", ")} ${label}`];
  });
  if (perMinute !== undefined) parts.push(`${calls(perMinute)} for this minute`);
  return parts.join("; ");
}

function amountsOf(allowance: Remaining["message"]): string[] {
  const { calls: count, perTool, tokens, cost, wallMs } = allowance;
  return [
    ...(count === undefined ? [] : [calls(count)]),
    ...Object.entries(perTool).map(([name, most]) => `${number(most)} of ${line(name, 64)}`),
    ...(tokens === undefined ? [] : [`${number(tokens)} tokens`]),
    ...(cost === undefined ? [] : [dollars(cost)]),
    ...(wallMs === undefined ? [] : [`${number(Math.round(wallMs / 1000))} s`]),
  ];
}

function calls(count: number): string {
  return `${number(count)} ${count === 1 ? "call" : "calls"}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

function dollars(value: number): string {
  return `$${value.toFixed(value < 0.1 ? 4 : 2)}`;
}
