/** How a call went: it brought something, it failed, or it was one that had been made before. */
export type Outcome = "progress" | "failed" | "repeated";

/** How many calls back an allowance looks. */
export const RECENT = 20;

/** The good calls that every session is credited with, so that one failure at the start does not weigh all. */
const TRUST = 4;

/**
 * The calls that a message is allowed after a history: `given * (4 + progress) / (4 + calls)`, rounded up, over the
 * last twenty calls. Failed and repeated calls shrink it, progress keeps it or brings it back, it is never more than
 * was given, and never nothing where something was.
 */
export function adapt(given: number, history: readonly Outcome[]): number {
  const recent = history.slice(-RECENT);
  const progress = recent.filter((outcome) => outcome === "progress").length;
  return Math.ceil((given * (TRUST + progress)) / (TRUST + recent.length));
}
