/** What is printed, passed on at a pace that a database can keep: the first at once, the rest ten times a second. */
export interface PacedOutput {
  add(text: string): void;
  /** Passes on what is at hand. */
  flush(): void;
}

const EVERY_MS = 100;
/** Of one message; whoever reads along wants the newest, and the answer has it all. */
const MOST_LETTERS = 16_384;

/** Makes a pace for what one run prints. */
export function paceOutput(pass: (text: string) => void): PacedOutput {
  let pending = "";
  let missing = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending === "") return;
    const text = (missing === 0 ? pending : `… ${missing} letters left out …\n${pending}`).toWellFormed();
    pending = "";
    missing = 0;
    pass(text);
    timer = setTimeout(flush, EVERY_MS).unref();
  }

  return {
    add(text) {
      pending += text;
      const over = pending.length - MOST_LETTERS;
      if (over > 0) {
        missing += over;
        pending = pending.slice(over);
      }
      if (timer === undefined) flush();
    },
    flush,
  };
}
