import { type Marks, standingAt } from "./marks.ts";

/** How fast a session can be played. */
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

const SHORTEST_MS = 250;
const LONGEST_MS = 2_000;

/** How long the player waits before the next thought: as long as the agent did, but neither an instant nor an hour. */
export function pauseBefore({ at }: Marks, seq: number, speed: Speed): number {
  const gap = (at[seq - 1] ?? 0) - (at[seq - 2] ?? 0);
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, gap)) / speed;
}

/** The moment after so many thoughts; before the first, a moment earlier than it. */
export function momentAfter({ moment }: Marks, count: number): number {
  return count <= 0 ? (moment[0] ?? 1) - 1 : moment[Math.min(count, moment.length) - 1]!;
}

/** How many thoughts there are one step later or earlier; thoughts of one moment are one step. */
export function stepFrom(marks: Marks, count: number, step: 1 | -1): number {
  if (step === 1) return standingAt(marks, momentAfter(marks, Math.min(marks.length, count + 1)));
  return count <= 0 ? 0 : standingAt(marks, momentAfter(marks, count) - 1);
}
