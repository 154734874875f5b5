/** How long work may run before the event loop is yielded: far below what anyone notices. */
const SLICE_MS = 10;

const waiting: (() => void)[] = [];
let sliceBegan = 0;

/**
 * Keeps long work from blocking the event loop: call it between steps and await the result. Work that has used its
 * slice waits for the next iteration of the loop. One waiting task continues per iteration, so that ten exports
 * together block no longer than one.
 */
export function pace(): Promise<void> | undefined {
  if (performance.now() - sliceBegan < SLICE_MS) return undefined;
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(nextSlice);
  });
}

function nextSlice(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(nextSlice);
  sliceBegan = performance.now();
  next?.();
}
