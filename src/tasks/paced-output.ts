/** Throttles output for the database: sends the first text at once, then at most ten times a second. */
export interface PacedOutput {
  add(text: string): void;
  /** Sends pending output now. */
  flush(): void;
}

const INTERVAL_MS = 100;
/** The length of one message. Live output keeps the newest text; the answer has all of it. */
const MAX_CHARACTERS = 16_384;

/** Creates the throttle of one run. */
export function paceOutput(send: (text: string) => void): PacedOutput {
  let pending = "";
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending === "") return;
    const text = (dropped === 0 ? pending : `… ${dropped} characters omitted …\n${pending}`).toWellFormed();
    pending = "";
    dropped = 0;
    send(text);
    timer = setTimeout(flush, INTERVAL_MS).unref();
  }

  return {
    add(text) {
      pending += text;
      const excess = pending.length - MAX_CHARACTERS;
      if (excess > 0) {
        dropped += excess;
        pending = pending.slice(excess);
      }
      if (timer === undefined) flush();
    },
    flush,
  };
}
