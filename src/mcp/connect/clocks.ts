import type { Ask } from "./answer-server.ts";
import { startTimeLimit, type TimeLimit } from "./time-limit.ts";

/** The clocks of the calls that one server has under way. */
export interface Clocks {
  /** Starts the clock of a call. */
  start(ms: number, signal: AbortSignal | undefined, totalMs?: number): TimeLimit;
  /** Waits for what somebody is asked; all clocks stand meanwhile. */
  readonly ask: Ask;
}

/** No clock is running yet. */
export function makeClocks(): Clocks {
  const running = new Set<TimeLimit>();
  return {
    start(ms, signal, totalMs) {
      const limit = startTimeLimit(ms, signal, totalMs);
      const stop = limit[Symbol.dispose];
      running.add(limit);
      limit[Symbol.dispose] = () => {
        running.delete(limit);
        stop();
      };
      return limit;
    },
    async ask(question) {
      const paused = [...running].map((limit) => limit.pause());
      try {
        return await question();
      } finally {
        for (const goOn of paused) goOn();
      }
    },
  };
}
