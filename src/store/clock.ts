import { timeOrderedId } from "../ledger/index.ts";

/** The source of time and ids; tests pass their own. */
export interface Clock {
  now(): number;
  newId(now: number): string;
}

/** System time and random time-ordered ids. */
export const systemClock: Clock = { now: Date.now, newId: (now) => timeOrderedId(now) };
