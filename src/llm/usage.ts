import type { Usage } from "./engine.ts";

/** More tokens than any turn has; sums of such numbers stay exact. */
const MOST = 1e12;

/** Zero tokens. */
export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** Usage in whole tokens. A negative or non-finite count from a service becomes zero. */
export function countable(usage: Usage): Usage {
  const { cacheReadTokens, cacheWriteTokens } = usage;
  return {
    ...usage,
    inputTokens: count(usage.inputTokens),
    outputTokens: count(usage.outputTokens),
    ...(cacheReadTokens !== undefined && { cacheReadTokens: count(cacheReadTokens) }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens: count(cacheWriteTokens) }),
  };
}

/** The sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: (a.cacheReadTokens ?? 0) + (b.cacheReadTokens ?? 0),
    cacheWriteTokens: (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0),
  };
}

function count(tokens: unknown): number {
  return Number.isFinite(tokens) && Number(tokens) > 0 ? Math.min(Math.ceil(Number(tokens)), MOST) : 0;
}

import table from "./prices.json" with { type: "json" };

/** Dollars per million tokens of each kind. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** Defaults to `input`. */
  readonly cacheWrite?: number;
}

interface Listed extends Price {
  /** Higher prices for prompts with more than `promptTokens` tokens. */
  readonly above?: Price & { readonly promptTokens: number };
}

const prices: Readonly<Record<string, Listed>> = table.models;

/** The cost of a turn in dollars; undefined for a model without a known price. */
export function costOf(model: string, usage: Usage): number | undefined {
  const listed = listedOf(model);
  if (listed === undefined) return;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = countable(usage);
  const promptTokens = inputTokens + cacheReadTokens + cacheWriteTokens;
  const { above } = listed;
  const price: Price = above !== undefined && promptTokens > above.promptTokens ? above : listed;
  const dollars =
    inputTokens * price.input +
    outputTokens * price.output +
    cacheReadTokens * price.cacheRead +
    cacheWriteTokens * (price.cacheWrite ?? price.input);
  return dollars / 1_000_000;
}

/** The table's name for a model, whatever its release or spelling; undefined if it is not listed. */
export function pricedName(model: string): string | undefined {
  const id = plainId(model);
  const names = Object.keys(prices).filter((name) => isSame(name, id));
  return names.sort((a, b) => b.length - a.length)[0];
}

function listedOf(model: string): Listed | undefined {
  const name = pricedName(model);
  return name === undefined ? undefined : prices[name];
}

/** The name may be followed by a release, but not by a newer version or another size: those have their own prices. */
function isSame(name: string, id: string): boolean {
  if (!id.startsWith(name)) return false;
  const rest = id.slice(name.length);
  return (
    rest === "" ||
    (rest.startsWith("-") && !/^-(\d|mini|nano|micro|lite|pro|fast|sol|terra|luna|astra)/.test(rest))
  );
}

/** Strips cloud and release parts: `us.anthropic.claude-sonnet-4-5-20250929-v1:0`, `claude-opus-4.1@20250805`, `openai/gpt-5`. */
function plainId(model: string): string {
  return model
    .toLowerCase()
    .replace(/^.*\//, "")
    .replace(/^([a-z-]+\.)*anthropic\./, "")
    .replace(/[@:][\s\S]*/, "")
    .replaceAll(".", "-")
    .replace(/-v\d+$/, "")
    .replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "");
}
