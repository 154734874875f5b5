import { REDACTED, redactText } from "./redact-text.ts";
import { isSecretField } from "./secret-names.ts";

export { REDACTED, redactText } from "./redact-text.ts";

/** Limits on how much of a value is kept. */
export interface RedactLimits {
  /** Characters of one text; a longer one is cut with a note. */
  readonly characters: number;
  /** Members of one list or object. */
  readonly members: number;
  readonly depth: number;
  /** Characters of all texts and names together. */
  readonly total: number;
}

const LIMITS: RedactLimits = { characters: 2_000, members: 50, depth: 6, total: 16_000 };

/** A copy of a value that is safe to log: secrets redacted by name and by pattern, long texts and deep values cut. */
export function redact(value: unknown, limits: RedactLimits = LIMITS): unknown {
  return copy(value, { ...limits, left: limits.total }, 0);
}

interface Budget extends RedactLimits {
  /** How many more characters may be kept. */
  left: number;
}

function copy(value: unknown, budget: Budget, depth: number): unknown {
  if (typeof value === "string") return cut(value, budget, budget.characters);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return typeof value === "function" ? undefined : value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= budget.depth) return "[deeper]";
  if (Array.isArray(value)) return copyList(value, budget, depth + 1);
  return copyMembers(value as Readonly<Record<string, unknown>>, budget, depth + 1);
}

function copyList(list: readonly unknown[], budget: Budget, depth: number): unknown[] {
  const kept: unknown[] = [];
  while (kept.length < list.length && hasRoom(budget, kept.length))
    kept.push(copy(list[kept.length], budget, depth));
  if (kept.length < list.length) kept.push(`[${list.length - kept.length} more]`);
  return kept;
}

function copyMembers(
  value: Readonly<Record<string, unknown>>,
  budget: Budget,
  depth: number,
): Record<string, unknown> {
  const names = Object.keys(value);
  const kept: [string, unknown][] = [];
  while (kept.length < names.length && hasRoom(budget, kept.length)) {
    const name = names[kept.length]!;
    const inner = value[name];
    kept.push([cut(name, budget, 200), isSecretField(name, inner) ? REDACTED : copy(inner, budget, depth)]);
  }
  if (kept.length < names.length) kept.push(["…", `[${names.length - kept.length} more]`]);
  return Object.fromEntries(kept);
}

/** Each member has a cost, so that nested lists of small values are limited too. */
function hasRoom(budget: Budget, members: number): boolean {
  budget.left -= 4;
  return members < budget.members && budget.left > 0;
}

/** How far beyond the kept text secrets are searched. */
const LOOK_AHEAD = 2_000;

/** Redacts before it cuts, because half a secret is still one. Reads little more than it keeps. */
function cut(text: string, budget: Budget, characters: number): string {
  const most = Math.max(0, Math.min(characters, budget.left));
  const whole = text.length <= most + LOOK_AHEAD;
  const seen = redactText(whole ? text : text.slice(0, most + LOOK_AHEAD));
  if (whole && seen.length <= most) {
    budget.left -= seen.length;
    return seen.toWellFormed();
  }
  // The end of the examined text may be the beginning of a secret, and moves forward when others are removed.
  const kept = seen.slice(0, whole ? most : Math.max(0, Math.min(most, seen.length - LOOK_AHEAD)));
  budget.left -= kept.length;
  return `${kept.replace(/[\ud800-\udbff]$/, "").toWellFormed()}… [${text.length - kept.length} more characters]`;
}
