import type { MiddlewareHandler } from "hono";

/** Few enough for a short iteration, and enough for thoughts to share a commit. */
const PER_ITERATION = 16;

/**
 * Starts a limited number of requests in each iteration of the event loop; the others queue. Node accepts one new
 * connection per iteration: if busy clients filled each iteration, new clients would wait for minutes.
 */
export function scheduleFairly(perIteration = PER_ITERATION): MiddlewareHandler {
  const queue: (() => void)[] = [];
  let started = 0;

  function startNext(): void {
    const next = queue.splice(0, perIteration);
    started = next.length;
    if (started > 0) setImmediate(startNext);
    for (const start of next) start();
  }

  return async (_context, next) => {
    if (started === 0) setImmediate(startNext);
    if (started < perIteration) started += 1;
    else await new Promise<void>((start) => queue.push(start));
    return next();
  };
}
