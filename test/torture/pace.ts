import { setTimeout as delay } from "node:timers/promises";

/** Waits, at most until the round ends. */
export async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal: stop }).catch(() => {});
}

/**
 * A signal that ends after a time, or with its parent. (Signals of `AbortSignal.any` and `AbortSignal.timeout` can be
 * collected as garbage before they end.)
 */
export function endAfter(milliseconds: number, parent?: AbortSignal): AbortController {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), milliseconds);
  end.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  if (parent?.aborted) end.abort();
  parent?.addEventListener("abort", () => end.abort(), { once: true });
  return end;
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
