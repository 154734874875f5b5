/** Runs at once; calls within `ms` run once more at the end. */
export function throttle(run: () => void, ms: number): () => void {
  let isPaused = false;
  let isPending = false;
  const start = () => {
    isPaused = true;
    isPending = false;
    run();
    setTimeout(() => {
      isPaused = false;
      if (isPending) start();
    }, ms);
  };
  return () => {
    if (isPaused) isPending = true;
    else start();
  };
}
