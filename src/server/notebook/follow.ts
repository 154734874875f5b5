import type { ToolProgress } from "../../mcp/define.ts";
import type { RunWatch } from "../../notebook/notebooks.ts";

/** At most ten messages a second. */
const EVERY_MS = 100;
const HEARTBEAT_MS = 2_000;
/** Of one message, with the line that says what is missing. */
const MOST_LETTERS = 2_000;
const NOTE_LETTERS = 50;

/**
 * Has the caller follow long work: what is printed and each step come as progress, in order and never after the work
 * is done; when nothing is to be told for a while, that it goes on. Cancelling the call aborts the work.
 */
export async function followed<T>(
  { signal, report: progress, mark }: ToolProgress,
  work: (watch: RunWatch) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  let told = started;
  let count = 0;
  let pending = "";
  let missing = 0;
  let sending: Promise<void> | undefined;

  const send = (message: string): void => {
    told = performance.now();
    sending = progress(message, ++count)
      // A caller that cannot be told is still answered.
      .catch(() => {})
      .then(() => {
        sending = undefined;
      });
  };
  const flush = (): void => {
    const said = missing === 0 ? pending : `… ${missing} letters left out …\n${pending}`;
    pending = "";
    missing = 0;
    send(said.toWellFormed());
  };
  const tick = (): void => {
    if (sending) return;
    if (pending !== "") flush();
    else if (performance.now() - told >= HEARTBEAT_MS)
      send(`running, ${Math.round((performance.now() - started) / 1000)} s`);
  };
  const add = (text: string): void => {
    pending += text;
    // Whoever reads along wants the newest; the answer has the rest.
    const over = pending.length - (MOST_LETTERS - NOTE_LETTERS);
    if (over <= 0) return;
    missing += over;
    pending = pending.slice(over);
  };

  const ticking = setInterval(tick, EVERY_MS);
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
