import type { Token } from "./tokens.ts";

const SLOTS = 1 << 16;
const RUN = 4;

/** Hashes of the runs of four words of a sentence, in order; numbers are all alike. */
export function runsOf(tokens: readonly Token[]): number[] {
  const words: number[] = [];
  for (const { known } of tokens) if (known) words.push(known.hash);
  const runs: number[] = [];
  for (let at = 0; at === 0 || at + RUN <= words.length; at++) {
    let run = 0;
    for (let next = at; next < Math.min(words.length, at + RUN); next++)
      run = Math.imul(run ^ words[next]!, 16_777_619);
    const slot = ((run >>> 16) ^ run) & (SLOTS - 1);
    if (!runs.includes(slot)) runs.push(slot);
  }
  return runs;
}

/** Counts runs of words, in fixed memory, to recognize sentences that a session says again and again. */
export function countRuns() {
  const counts = new Uint16Array(SLOTS);
  return {
    see(runs: readonly number[]): void {
      for (const run of runs) if (counts[run]! < 65_535) counts[run]!++;
    },
    /** The share of a sentence's runs that occur at least three times. */
    routine(runs: readonly number[]): number {
      let often = 0;
      for (const run of runs) if (counts[run]! >= 3) often++;
      return often / Math.max(1, runs.length);
    },
  };
}
