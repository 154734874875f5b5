import { countAt, type OutlineEntries } from "./outline-entries.ts";

/** Playback speeds. */
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

const SHORTEST_MS = 250;
const LONGEST_MS = 2_000;

/** The pause before a thought: that of the agent, within limits. */
export function pauseBefore({ at }: OutlineEntries, seq: number, speed: Speed): number {
  const gap = (at[seq - 1] ?? 0) - (at[seq - 2] ?? 0);
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, gap)) / speed;
}

/** The moment at which there were `count` thoughts. */
export function momentAfter({ moment }: OutlineEntries, count: number): number {
  return count <= 0 ? (moment[0] ?? 1) - 1 : moment[Math.min(count, moment.length) - 1]!;
}

/** The number of thoughts one step later or earlier. Thoughts of the same moment are one step. */
export function stepFrom(entries: OutlineEntries, count: number, step: 1 | -1): number {
  if (step === 1) return countAt(entries, momentAfter(entries, Math.min(entries.length, count + 1)));
  return count <= 0 ? 0 : countAt(entries, momentAfter(entries, count) - 1);
}
