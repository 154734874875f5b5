import { countable } from "./countable.ts";
import type { Usage } from "./engine.ts";
import table from "./prices.json" with { type: "json" };

/** Dollars for a million tokens of each kind. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** As an ordinary input where it is absent. */
  readonly cacheWrite?: number;
}

interface Listed extends Price {
  /** Dearer prices for a prompt of more than so many tokens. */
  readonly above?: Price & { readonly promptTokens: number };
}

const prices: Readonly<Record<string, Listed>> = table.models;

/** What a turn cost in dollars; undefined for a model that the table does not have. */
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

/** The name that the table has a model under, whichever release or spelling it is; undefined when it has none. */
export function pricedName(model: string): string | undefined {
  const id = plainId(model);
  const names = Object.keys(prices).filter((name) => isSame(name, id));
  return names.sort((a, b) => b.length - a.length)[0];
}

function listedOf(model: string): Listed | undefined {
  const name = pricedName(model);
  return name === undefined ? undefined : prices[name];
}

/** What follows the name may be a release, but no newer version and no other size: those have their own prices. */
function isSame(name: string, id: string): boolean {
  if (!id.startsWith(name)) return false;
  const rest = id.slice(name.length);
  return (
    rest === "" ||
    (rest.startsWith("-") && !/^-(\d|mini|nano|micro|lite|pro|fast|sol|terra|luna|astra)/.test(rest))
  );
}

/** `us.anthropic.claude-sonnet-4-5-20250929-v1:0`, `claude-opus-4.1@20250805` and `openai/gpt-5` without what is not the model. */
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
