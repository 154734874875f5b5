/** How long a list may take to grow back to the height that it had. */
const PATIENCE_MS = 3_000;

/** Keeps where the reader stands on this page, under its entry of the history. */
export function keepScroll(): void {
  const { entry } = history.state ?? {};
  if (entry !== undefined) sessionStorage.setItem(key(entry), String(Math.round(scrollY)));
}

/**
 * Brings the reader back to where they stood. What is shown may still be loading: it is tried again as the page grows,
 * until it is tall enough, the reader scrolls by themselves or patience ends.
 */
export function restoreScroll(): void {
  stopTrying();
  const kept = Number(sessionStorage.getItem(key(history.state?.entry)));
  const attempt = () => {
    scrollTo(0, kept);
    if (Math.abs(scrollY - kept) < 2) stopTrying();
  };
  if (!(kept > 0)) {
    scrollTo(0, 0);
    return;
  }
  const growth = new ResizeObserver(attempt);
  const given = new AbortController();
  const timer = setTimeout(stopTrying, PATIENCE_MS);
  stop = () => {
    growth.disconnect();
    given.abort();
    clearTimeout(timer);
  };
  for (const sign of ["wheel", "touchstart", "keydown"])
    addEventListener(sign, stopTrying, { signal: given.signal, passive: true });
  growth.observe(document.documentElement);
  requestAnimationFrame(attempt);
}

/** Whether the reader is on the way back to where they stood. */
export function isRestoringScroll(): boolean {
  return stop !== rest;
}

const rest = () => {};
let stop = rest;

function stopTrying(): void {
  stop();
  stop = rest;
}

const key = (entry: unknown): string => `clew.scroll.${entry}`;
