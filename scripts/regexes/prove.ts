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
  // Lookarounds of bounded length cost a constant at each position, and automata do not know them.
  if (isBounded(pattern)) return "";
  const result: Diagnostics = checkSync(pattern, flags, { ...LIMITS, checker: "automaton" });
  if (result.status === "safe") return "";
  if (result.status === "vulnerable")
    return `${result.complexity.summary}; attack: ${result.attack.pattern.slice(0, 120)}`;
  return `no proof found (${result.error.kind})`;
}

/** Whether a pattern has neither an unbounded repeat nor a backreference, and few bounded ones that multiply. */
function isBounded(pattern: string): boolean {
  const bare = pattern.replace(/\\[pPu]\{[^}]*\}|\\k<|\\./gs, (found) =>
    /^\\[1-9k]/.test(found) ? "*" : "x",
  );
  const flat = bare.replace(/\[[^\]]*\]/g, "x");
  return /\(\?<?[=!]/.test(flat) && !/[*+]|\{\d+,\}/.test(flat) && !/\)(?:\{\d+,\d)/.test(flat);
}

parentPort?.on("message", ({ pattern, flags }: { pattern: string; flags: string }) =>
  parentPort!.postMessage(prove(pattern, flags)),
);
