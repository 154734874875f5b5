import { timeOrderedId } from "../ledger/index.ts";

/** Where a store takes time and ids from; a test hands in its own. */
export interface Clock {
  now(): number;
  newId(now: number): string;
}

/** The machine's time, and random time-ordered ids. */
export const systemClock: Clock = { now: Date.now, newId: (now) => timeOrderedId(now) };
