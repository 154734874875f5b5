import { useEffect, useRef, useState } from "preact/hooks";
import { go } from "../../../input/history.ts";
import type { SessionRoute } from "../use-reading.ts";

/** The selected moment; `undefined` is now. */
export interface MomentState {
  readonly moment: number | undefined;
  setMoment(moment: number | undefined): void;
}

/** Browsers limit how often the address may change. */
const WRITTEN_MS = 200;

/** The moment in the address, updated once a moving one rests. */
export function useMoment(route: SessionRoute): MomentState {
  const [moment, setShown] = useState(route.at);
  const latest = useRef(route);
  latest.current = route;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setShown(route.at), [route.at]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    moment,
    setMoment(next) {
      setShown(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const before = latest.current.at;
        // The first moment adds a history entry; later ones replace it.
        if (before !== next) go({ ...latest.current, at: next }, { replace: before !== undefined });
      }, WRITTEN_MS);
    },
  };
}
