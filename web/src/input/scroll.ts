/** Time for a list to grow back to its former height. */
const PATIENCE_MS = 3_000;

/** Saves the scroll position of the current history entry. */
export function saveScroll(): void {
  const { entry } = history.state ?? {};
  if (entry !== undefined) sessionStorage.setItem(key(entry), String(Math.round(scrollY)));
}

/**
 * Restores the scroll position. While the page loads it retries as the page grows, until the position is reached, the
 * user scrolls or time is up.
 */
export function restoreScroll(): void {
  stopTrying();
  const saved = Number(sessionStorage.getItem(key(history.state?.entry)));
  const attempt = () => {
    scrollTo(0, saved);
    if (Math.abs(scrollY - saved) < 2) stopTrying();
  };
  if (!(saved > 0)) {
    scrollTo(0, 0);
    return;
  }
  const growth = new ResizeObserver(attempt);
  const listening = new AbortController();
  const timer = setTimeout(stopTrying, PATIENCE_MS);
  stop = () => {
    growth.disconnect();
    listening.abort();
    clearTimeout(timer);
  };
  for (const event of ["wheel", "touchstart", "keydown"])
    addEventListener(event, stopTrying, { signal: listening.signal, passive: true });
  growth.observe(document.documentElement);
  requestAnimationFrame(attempt);
}

/** Whether `restoreScroll` is still trying. */
export function isRestoringScroll(): boolean {
  return stop !== idle;
}

const idle = () => {};
let stop = idle;

function stopTrying(): void {
  stop();
  stop = idle;
}

const key = (entry: unknown): string => `clew.scroll.${entry}`;
