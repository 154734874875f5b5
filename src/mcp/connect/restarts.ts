const MINUTE = 60_000;
const FIRST_DELAY = 250;
const LONGEST_DELAY = 15_000;

/** Limits how often a server is started. */
export interface Restarts {
  /** Records a start. */
  began(): void;
  /** How long to wait before a background start; doubles with every recent start. */
  delay(): number;
  /** How long until a start is allowed again; 0 if it is allowed now. */
  closedFor(): number;
}

/** Allows at most `perMinute` starts in any minute. */
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
