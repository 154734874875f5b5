import type { ClaudeId, Version } from "./claude-id.ts";
import type { Effort } from "./engine.ts";

/** What a model can do about thinking. */
export type Thinking = NoThinking | BudgetThinking | AdaptiveThinking;

/** A model that does not think, or not on request. */
export interface NoThinking {
  readonly kind: "none";
}

/** A model that thinks within a budget of tokens that each request sets. */
export interface BudgetThinking extends ModelSizes {
  readonly kind: "budget";
}

/** A model that decides itself when and how much to think, led by an effort. */
export interface AdaptiveThinking extends ModelSizes {
  readonly kind: "adaptive";
  /** What turns it off, where anything does. */
  readonly canTurnOff: "disabled" | "between_tools" | false;
  /** From the lowest to the highest. */
  readonly efforts: readonly Effort[];
  /** Whether it takes a budget as well. */
  readonly takesBudget: boolean;
}

/** How many tokens go in and come out. */
export interface ModelSizes {
  readonly contextWindow: number;
  readonly maxOutput: number;
}

/** What the table says; a version newer than the table, and an alias without one, are the newest of their line. */
export function listedThinking({ name, version }: ClaudeId): Thinking {
  const line = lineOf(name);
  if (line === undefined && version === undefined) return { kind: "none" };
  const generations = line ?? OTHER;
  const found = version === undefined ? generations.at(-1) : generations.findLast(isSince(version));
  return found?.thinking ?? { kind: "none" };
}

interface Generation {
  /** The version it begins with; it ends where the next one of its line begins. */
  readonly since: Version;
  readonly thinking: Thinking;
}

const LARGE: ModelSizes = { contextWindow: 1_000_000, maxOutput: 128_000 };
const FOUR_EFFORTS: readonly Effort[] = ["low", "medium", "high", "max"];

/** All efforts, from the lowest to the highest. */
export const EFFORTS: readonly Effort[] = ["low", "medium", "high", "xhigh", "max"];

const budget = (maxOutput: number): Thinking => ({ kind: "budget", contextWindow: 200_000, maxOutput });
const adaptive = (canTurnOff: AdaptiveThinking["canTurnOff"], efforts = EFFORTS): Thinking => ({
  kind: "adaptive",
  canTurnOff,
  efforts,
  takesBudget: false,
  ...LARGE,
});
/** The one generation that takes both ways. */
const EITHER: Thinking = {
  kind: "adaptive",
  canTurnOff: "disabled",
  efforts: FOUR_EFFORTS,
  takesBudget: true,
  ...LARGE,
};

/** Anthropic's documentation as of 15 November 2026; what is older than a line's first entry does not think. */
const LINES: Readonly<Record<string, readonly Generation[]>> = {
  haiku: [
    { since: [4, 0], thinking: budget(64_000) },
    { since: [4, 6], thinking: adaptive("disabled") },
  ],
  sonnet: [
    { since: [3, 7], thinking: budget(64_000) },
    { since: [4, 6], thinking: EITHER },
    { since: [4, 7], thinking: adaptive("disabled") },
    { since: [5, 5], thinking: adaptive("between_tools") },
  ],
  opus: [
    { since: [4, 0], thinking: budget(32_000) },
    { since: [4, 5], thinking: budget(64_000) },
    { since: [4, 6], thinking: EITHER },
    { since: [4, 7], thinking: adaptive("disabled") },
    { since: [5, 5], thinking: adaptive(false) },
  ],
  fable: [{ since: [5, 0], thinking: adaptive(false) }],
  mythos: [{ since: [5, 0], thinking: adaptive(false) }],
  "mythos-preview": [{ since: [0, 0], thinking: adaptive(false, FOUR_EFFORTS) }],
};

/** A line that is not in the table: its version alone decides. */
const OTHER: readonly Generation[] = [
  { since: [3, 7], thinking: budget(32_000) },
  { since: [4, 6], thinking: EITHER },
  { since: [4, 7], thinking: adaptive("disabled") },
  { since: [5, 5], thinking: adaptive(false) },
];

function lineOf(name: string): readonly Generation[] | undefined {
  const lines = Object.keys(LINES).filter((line) => `-${name}-`.includes(`-${line}-`));
  const longest = lines.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : LINES[longest];
}

function isSince([major, minor]: Version) {
  return ({ since }: Generation) => major > since[0] || (major === since[0] && minor >= since[1]);
}
