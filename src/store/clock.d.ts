/** Where a store takes time and ids from; a test hands in its own. */
export interface Clock {
    now(): number;
    newId(now: number): string;
}
/** The machine's time, and random time-ordered ids. */
export declare const systemClock: Clock;
