import type { Token } from "./tokens.ts";

const SLOTS = 1 << 16;
const RUN = 4;

/** Hashes of the runs of four words of a sentence; numbers are all alike. */
export function runsOf(tokens: readonly Token[]): number[] {
  const words = tokens.filter(({ isMark }) => !isMark).map(({ word }) => (/\d/.test(word) ? 0 : hash(word)));
  const runs = new Set<number>();
  for (let at = 0; at === 0 || at + RUN <= words.length; at++) {
    let run = 0;
    for (let next = at; next < Math.min(words.length, at + RUN); next++)
      run = Math.imul(run ^ words[next]!, 16_777_619);
    runs.add(((run >>> 16) ^ run) & (SLOTS - 1));
  }
  return [...runs];
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
      return runs.filter((run) => counts[run]! >= 3).length / Math.max(1, runs.length);
    },
  };
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
  return value | 1;
}
