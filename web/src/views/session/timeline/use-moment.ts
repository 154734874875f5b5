import { useEffect, useRef, useState } from "preact/hooks";
import { go } from "../../../input/history.ts";
import type { SessionRoute } from "../use-reading.ts";

/** The moment that is looked at; `undefined` is the present. */
export interface MomentState {
  readonly moment: number | undefined;
  setMoment(moment: number | undefined): void;
}

/** A browser does not like its address changed many times a second. */
const WRITTEN_MS = 200;

/** The moment in the address, which follows a moving one as soon as it rests. */
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
        const { at: before, ...rest } = latest.current;
        const to = next === undefined ? rest : { ...rest, at: next };
        // The first moment is a step of the history, those after it change that step.
        if (before !== next) go(to, { replace: before !== undefined });
      }, WRITTEN_MS);
    },
  };
}
