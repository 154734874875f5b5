import { setTimeout as delay } from "node:timers/promises";

/** Waits, at most until the round ends. */
export async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal: stop }).catch(() => {});
}

/** Waits for work that must end by itself; false when it takes longer. */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const overdue = new AbortController();
  const late = delay(milliseconds, false, { signal: overdue.signal }).catch(() => false);
  const ended = await Promise.race([work.then(() => true), late]);
  overdue.abort();
  return ended;
}

let behindMs = 0;
let expected = performance.now();

/** How long this process itself has stood still so far: its own pauses are not silence of a server. */
export function ownPausesMs(): number {
  return behindMs;
}

setInterval(() => {
  const now = performance.now();
  behindMs += Math.max(0, now - expected - 25);
  expected = now + 25;
}, 25).unref();
