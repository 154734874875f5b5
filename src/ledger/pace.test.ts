import { setImmediate as nextIteration } from "node:timers/promises";
import { expect, it } from "vitest";
import { pace } from "./pace.ts";

/** Uses the processor for so many milliseconds. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it("[RE6] of several long tasks, one continues in each iteration of the event loop", async () => {
  let steps = 0;
  let isOver = false;
  const task = async () => {
    for (let step = 0; step < 8; step++) {
      work(11);
      steps++;
      await pace();
    }
  };
  const tasks = Promise.all(Array.from({ length: 5 }, task)).then(() => (isOver = true));
  await nextIteration();
  const perIteration: number[] = [];
  while (!isOver) {
    const before = steps;
    await nextIteration();
    perIteration.push(steps - before);
  }
  await tasks;
  expect(steps).toBe(40);
  // The one that continues, and at most one that has just ended and let the next one begin.
  expect(Math.max(...perIteration)).toBeLessThanOrEqual(2);
});

it("[RE6] short work continues without a pause", async () => {
  await pace();
  expect(pace()).toBeUndefined();
});
