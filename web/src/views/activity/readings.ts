import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { Reading } from "./samples.ts";

const EVERY_MS = 5_000;
/** An hour of them. */
const KEPT = 720;

/** What the server said of itself while this page was looked at; it is kept until the page is closed. */
export const readings = signal<readonly Reading[]>([]);

/** Calls again and again while a component is shown and the page is looked at, the first time at once. */
export function useWhileSeen(run: (signal: AbortSignal) => Promise<void>): void {
  useEffect(() => {
    const ended = new AbortController();
    let isUnderWay = false;
    const tick = async () => {
      if (document.visibilityState === "hidden" || isUnderWay) return;
      isUnderWay = true;
      // What fails is tried again soon; the header tells how the page stands to the server.
      await run(ended.signal).catch(() => {});
      isUnderWay = false;
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

/** Reads the server's figures once more. */
export async function takeReading(signal: AbortSignal): Promise<void> {
  const reading = await api.processFigures({ signal });
  const last = readings.value.at(-1);
  if (last && Date.parse(reading.at) <= Date.parse(last.at)) return;
  readings.value = [...readings.value, reading].slice(-KEPT);
}
