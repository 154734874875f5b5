// A worker: proves regular expressions linear, one message each.
import { parentPort } from "node:worker_threads";
import type { Diagnostics } from "recheck";

/** What is known of one regular expression. Empty: proved linear. */
export type Verdict = string;

process.env.RECHECK_SYNC_BACKEND = "pure";
const { checkSync } = await import("recheck");

/** Bounds of the search for a proof; repeat counts are unrolled, so that `{0,250000}` needs room. */
const LIMITS = { timeout: 180_000, maxRepeatSize: 1_000_000, maxNFASize: 1_000_000, maxPatternSize: 10_000 };

/** Why a regular expression is not proved linear, or an empty text where it is. */
export function prove(pattern: string, flags: string): Verdict {
  // Repeats of bounded length cost a constant at each position; automata do not know lookarounds and take minutes to
  // unroll the others.
  if (isBounded(pattern)) return "";
  const result: Diagnostics = checkSync(pattern, flags, { ...LIMITS, checker: "automaton" });
  if (result.status === "safe") return "";
  if (result.status === "vulnerable")
    return `${result.complexity.summary}; attack: ${result.attack.pattern.slice(0, 120)}`;
  return `no proof found (${result.error.kind})`;
}

/** Repeated groups multiply the cost of a position, so that there may be few. */
const MOST_GROUPS = { count: 4, times: 5 };

/** Whether a pattern has neither an unbounded repeat nor a backreference, and few bounded ones that multiply. */
function isBounded(pattern: string): boolean {
  const bare = pattern.replace(/\\[pPu]\{[^}]*\}|\\k<|\\./gs, (found) =>
    /^\\[1-9k]/.test(found) ? "*" : "x",
  );
  const flat = bare.replace(/\[[^\]]*\]/g, "x");
  const groups = [...flat.matchAll(/\)\{(?:\d+,)?(\d+)\}/g)].map((match) => Number(match[1]));
  const isShort = groups.length <= MOST_GROUPS.count && groups.every((times) => times <= MOST_GROUPS.times);
  return !/[*+]|\{\d+,\}/.test(flat) && isShort;
}

parentPort?.on("message", ({ pattern, flags }: { pattern: string; flags: string }) =>
  parentPort!.postMessage(prove(pattern, flags)),
);
