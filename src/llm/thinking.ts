import type { Effort } from "./engine.ts";

/** How a model thinks. */
export type Thinking = NoThinking | BudgetThinking | AdaptiveThinking;

/** A model that does not think, or not on request. */
export interface NoThinking {
  readonly kind: "none";
}

/** A model that thinks within a token budget set by each request. */
export interface BudgetThinking extends ModelSizes {
  readonly kind: "budget";
}

/** A model that decides when and how much to think, guided by an effort. */
export interface AdaptiveThinking extends ModelSizes {
  readonly kind: "adaptive";
  /** The request that turns thinking off, if any does. */
  readonly canTurnOff: "disabled" | "between_tools" | false;
  /** From lowest to highest. */
  readonly efforts: readonly Effort[];
  /** Whether it accepts a budget as well. */
  readonly takesBudget: boolean;
}

/** Token limits of a model. */
export interface ModelSizes {
  readonly contextWindow: number;
  readonly maxOutput: number;
}

/**
 * Facts that override the table, from a configuration, the Models API or a refusal. Fields that a kind does not have are
 * ignored.
 */
export interface ThinkingOverrides extends Partial<ModelSizes> {
  readonly kind?: Thinking["kind"];
  readonly canTurnOff?: AdaptiveThinking["canTurnOff"];
  readonly efforts?: AdaptiveThinking["efforts"];
  readonly takesBudget?: boolean;
  /** False if the service does not accept requests for summaries. */
  readonly summary?: false;
}

/** Whether a model can think on request. */
export function supportsThinking(model: string): boolean {
  return thinkingOf(model).kind !== "none";
}

/** How a model thinks. Models other than Claude do not, unless the overrides say so. */
export function thinkingOf(model: string, overrides: ThinkingOverrides = {}): Thinking {
  const id = parseClaudeId(model);
  const listed: Thinking = id === undefined ? { kind: "none" } : listedThinking(id);
  const kind = overrides.kind ?? listed.kind;
  if (kind === "none") return { kind };
  const known = { ...UNKNOWN, ...listed, ...overrides };
  const { canTurnOff, efforts, takesBudget, contextWindow, maxOutput } = known;
  if (kind === "budget") return { kind, contextWindow, maxOutput };
  return { kind, canTurnOff, efforts, takesBudget, contextWindow, maxOutput };
}

/** All efforts, from lowest to highest. */
export const EFFORTS: readonly Effort[] = ["low", "medium", "high", "xhigh", "max"];

/** Sizes that every thinking model reaches, and the least that an adaptive one supports. */
const UNKNOWN = {
  contextWindow: 200_000,
  maxOutput: 32_000,
  canTurnOff: false,
  efforts: EFFORTS,
  takesBudget: false,
} as const;

type Version = readonly [major: number, minor: number];

interface ClaudeId {
  /** The words of the name without the version: `sonnet`, `mythos-preview`, `instant`. */
  readonly name: string;
  /** Absent in an alias such as `claude-sonnet-latest`. */
  readonly version?: Version;
}

/**
 * Parses an id in either order (`claude-3-7-sonnet-20250219`, `claude-sonnet-4.5`), with the prefixes and suffixes of
 * clouds and gateways. Undefined for other models.
 */
export function parseClaudeId(model: string): ClaudeId | undefined {
  const rest = model.toLowerCase().match(/(?:^|[^a-z0-9])claude((?:[^a-z][\s\S]*)?)$/)?.[1];
  if (rest === undefined) return;
  const words = rest
    .replace(/[@:[(\s][\s\S]*/, "")
    .split(/[-._/]+/)
    .filter((word) => word !== "");
  const name = words.filter((word) => /^[a-z]+$/.test(word) && word !== "latest").join("-");
  return { name, version: versionOf(words) };
}

/** The first number is the version unless it is a date. Only the oldest models write `v2`. */
function versionOf(words: readonly string[]): Version | undefined {
  const index = words.findIndex((word) => /^\d+$/.test(word));
  const major = words[index] ?? words.join("-").match(/^(?:instant-)?v(\d)\b/)?.[1];
  if (major === undefined || major.length > 2) return;
  const minor = index === -1 ? undefined : words[index + 1];
  return [Number(major), minor !== undefined && /^\d{1,2}$/.test(minor) ? Number(minor) : 0];
}

/** Looks up the table. A version newer than the table, and an alias without one, count as the newest of their line. */
function listedThinking({ name, version }: ClaudeId): Thinking {
  const line = lineOf(name);
  if (line === undefined && version === undefined) return { kind: "none" };
  const generations = line ?? OTHER;
  const found = version === undefined ? generations.at(-1) : generations.findLast(isSince(version));
  return found?.thinking ?? { kind: "none" };
}

interface Generation {
  /** Its first version; it ends where the next generation of its line begins. */
  readonly since: Version;
  readonly thinking: Thinking;
}

const LARGE: ModelSizes = { contextWindow: 1_000_000, maxOutput: 128_000 };
const FOUR_EFFORTS: readonly Effort[] = ["low", "medium", "high", "max"];

const budget = (maxOutput: number): Thinking => ({ kind: "budget", contextWindow: 200_000, maxOutput });
const adaptive = (canTurnOff: AdaptiveThinking["canTurnOff"], efforts = EFFORTS): Thinking => ({
  kind: "adaptive",
  canTurnOff,
  efforts,
  takesBudget: false,
  ...LARGE,
});
/** The one generation that accepts both a budget and an effort. */
const EITHER: Thinking = {
  kind: "adaptive",
  canTurnOff: "disabled",
  efforts: FOUR_EFFORTS,
  takesBudget: true,
  ...LARGE,
};

/** From Anthropic's documentation of 15 November 2026. Versions older than a line's first entry do not think. */
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

/** For a line that the table does not list: the version alone decides. */
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
