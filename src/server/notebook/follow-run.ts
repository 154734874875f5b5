import type { ToolProgress } from "../../mcp/define.ts";
import type { CellRunObserver } from "../../notebook/notebooks.ts";

/** At most ten messages per second. */
const INTERVAL_MS = 100;
const HEARTBEAT_MS = 2_000;
/** The longest message, with the note of what is missing. */
const MAX_CHARACTERS = 2_000;
const NOTE_CHARACTERS = 50;

/**
 * Reports long work to the caller: output and steps are sent as progress, in order and never after the work is done, with
 * a heartbeat when there is nothing to report. Cancelling the call aborts the work.
 */
export async function followRun<T>(
  { signal, report: progress, mark }: ToolProgress,
  work: (observer: CellRunObserver) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  let reportedAt = started;
  let count = 0;
  let pending = "";
  let missing = 0;
  let sending: Promise<void> | undefined;

  const send = (message: string): void => {
    reportedAt = performance.now();
    sending = progress(message, ++count)
      // A caller that cannot be reached still gets its answer.
      .catch(() => {})
      .then(() => {
        sending = undefined;
      });
  };
  const flush = (): void => {
    const text = missing === 0 ? pending : `… ${missing} characters left out …\n${pending}`;
    pending = "";
    missing = 0;
    send(text.toWellFormed());
  };
  const tick = (): void => {
    if (sending) return;
    if (pending !== "") flush();
    else if (performance.now() - reportedAt >= HEARTBEAT_MS)
      send(`running, ${Math.round((performance.now() - started) / 1000)} s`);
  };
  const add = (text: string): void => {
    pending += text;
    // The newest output matters most here; the answer has the rest.
    const over = pending.length - (MAX_CHARACTERS - NOTE_CHARACTERS);
    if (over <= 0) return;
    missing += over;
    pending = pending.slice(over);
  };

  const ticking = setInterval(tick, INTERVAL_MS);
  try {
    return await work({
      signal,
      onOutput: add,
      onStep: (done, total, says) => add(`[${done + 1}/${total}] ${says}\n`),
      onTakenOver: () => mark?.("clew/takenOver", true),
    });
  } finally {
    clearInterval(ticking);
    await sending;
    if (pending !== "" && !signal.aborted) flush();
    await sending;
  }
}
