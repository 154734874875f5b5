import type { Tally } from "./tally.ts";

/** The limits of a successful run. */
export interface Verdict {
  readonly table: string;
  readonly isFailure: boolean;
}

/** The longest time that a well-behaved client may wait for an answer while its server is up. */
const LONGEST_SILENCE_MS = 5_000;

/** Facts that the counters do not have. */
export interface RunFacts {
  readonly minutes: number;
  readonly seed: string;
  readonly store: string;
}

/** Prints the table of a run and returns whether it failed. */
export function summarize(tally: Tally, { minutes, seed, store }: RunFacts): Verdict {
  const waits = tally.waits.toSorted((a, b) => a - b);
  const longest = waits.at(-1) ?? 0;
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0;
  const { lost, doubled, misplaced } = tally.findings;
  const errors = [...tally.unexpectedErrors.values()].reduce((sum, count) => sum + count, 0);
  const rows: readonly (readonly [string, string | number])[] = [
    ["minutes", minutes.toFixed(1)],
    ["seed", seed],
    ["store", store],
    ["rounds", tally.rounds],
    ["kills", tally.kills],
    ["database kills", tally.databaseKills],
    ["attacks", tally.attacks],
    ["calls", tally.calls],
    ["acknowledged", tally.acknowledged],
    ["refused", tally.refused],
    ["lost", lost.length],
    ["doubled", doubled.length],
    ["misplaced", misplaced.length],
    [
      "longest time without an answer",
      `${(longest / 1_000).toFixed(2)} s (p99 ${(p99 / 1_000).toFixed(2)} s, bound ${LONGEST_SILENCE_MS / 1_000} s)`,
    ],
    ["unexpected exits", tally.unexpectedExits.length],
    ["unexpected errors", errors],
    ["max memory", `${tally.memoryMb} MB`],
    ["left behind", tally.leftovers.length],
    ["not attacked", [...tally.missing].join("; ") || "nothing"],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  const lists = [
    ...list("lost", lost),
    ...list("doubled", doubled),
    ...list("misplaced", misplaced),
    ...list("unexpected exits", tally.unexpectedExits),
    ...list(
      "unexpected errors",
      [...tally.unexpectedErrors].map(([text, count]) => `${count} x ${text}`),
    ),
    ...list("left behind", tally.leftovers),
  ];
  const isFailure =
    lost.length + doubled.length + misplaced.length + tally.unexpectedExits.length + tally.leftovers.length >
      0 ||
    longest > LONGEST_SILENCE_MS ||
    tally.acknowledged === 0 ||
    (tally.missing.size > 0 && (process.getuid?.() === 0 || process.env.CI !== undefined));
  return { table: [...lines, ...lists, "", isFailure ? "FAILED" : "PASSED"].join("\n"), isFailure };
}

/** The first of many findings: the rest look the same. */
const SHOWN = 20;

function list(name: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length > SHOWN ? [`  … and ${items.length - SHOWN} more`] : [];
  return ["", `${name}:`, ...items.slice(0, SHOWN).map((item) => `  ${item}`), ...more];
}
