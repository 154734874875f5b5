import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { MetricsSnapshot } from "../../data/api-types.ts";

const EVERY_MS = 5_000;
/** One hour. */
const KEPT = 720;

/** Metrics collected while this page was visible. */
export const snapshots = signal<readonly MetricsSnapshot[]>([]);

/** Calls `run` at once and then every 5 seconds while the component is mounted and the page is visible. */
export function usePolling(run: (signal: AbortSignal) => Promise<void>): void {
  useEffect(() => {
    const ended = new AbortController();
    let isRunning = false;
    const tick = async () => {
      if (document.visibilityState === "hidden" || isRunning) return;
      isRunning = true;
      // The next tick retries; the header shows the state of the connection.
      await run(ended.signal).catch(() => {});
      isRunning = false;
    };
    void tick();
    const timer = setInterval(tick, EVERY_MS);
    document.addEventListener("visibilitychange", tick, { signal: ended.signal });
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [run]);
}

/** Loads the server's metrics and adds them to `snapshots`. */
export async function loadMetrics(signal: AbortSignal): Promise<void> {
  const snapshot = await api.metrics({ signal });
  const last = snapshots.value.at(-1);
  if (last && Date.parse(snapshot.at) <= Date.parse(last.at)) return;
  snapshots.value = [...snapshots.value, snapshot].slice(-KEPT);
}
