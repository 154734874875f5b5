const MINUTE = 60_000;
const FIRST_DELAY = 250;
const LONGEST_DELAY = 15_000;

/** How often a server that died may be started again. */
export interface Restarts {
  /** A start is made now. */
  began(): void;
  /** How long to wait before a start in the background: longer from start to start. */
  delay(): number;
  /** How long no start may be made at all; 0 when one may. */
  closedFor(): number;
}

/** Counts starts: at most so many in any minute. */
export function countRestarts(perMinute: number, now: () => number = Date.now): Restarts {
  let starts: number[] = [];
  const recent = () => {
    starts = starts.filter((time) => time > now() - MINUTE);
    return starts;
  };
  const closedFor = () => {
    const [oldest = 0] = recent().slice(-perMinute);
    return starts.length < perMinute ? 0 : Math.max(0, oldest + MINUTE - now());
  };
  return {
    began() {
      recent().push(now());
    },
    delay: () => Math.max(closedFor(), Math.min(FIRST_DELAY * 2 ** recent().length, LONGEST_DELAY)),
    closedFor,
  };
}
