/** How long work may run before other work gets its chance: far below the time that anyone notices. */
const SLICE_MS = 10;

const waiting: (() => void)[] = [];
let sliceBegan = 0;

/**
 * Keeps long work from blocking the event loop: call it between steps and await what it returns, if anything. Work that
 * has had its slice waits for the next iteration of the loop, and of all waiting work one continues in each, so that ten
 * exports together block no longer than one.
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
