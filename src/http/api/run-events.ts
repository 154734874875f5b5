import { setTimeout as delay } from "node:timers/promises";
import type { RunWatch } from "../../notebook/notebooks.ts";
import type { OutputEvent, StepEvent } from "./schemas.ts";

/** What is printed in quick succession is told together, so often at most. */
const TOGETHER_MS = 30;
/** What a cell printed and nobody has taken yet, in letters: of more, the newest. The run itself has everything. */
const MOST_WAITING = 64 * 1024;

type Told =
  | { readonly event: "output"; readonly data: OutputEvent }
  | { readonly event: "step"; readonly data: StepEvent };

/**
 * What happens in a run until it ends, then its outcome, exactly once: what the run throws is thrown in the end. A reader
 * that leaves does not end the run.
 */
export async function* runEvents<T>(
  cellId: string | undefined,
  run: (watch: RunWatch) => Promise<T>,
): AsyncGenerator<Told | { readonly event: "done"; readonly data: T }> {
  let waiting: Told[] = [];
  let current = cellId ?? "";
  let isLeft = false;
  let wake = Promise.withResolvers<void>();

  function add(told: Told): void {
    if (isLeft) return;
    const last = waiting.at(-1);
    if (told.event === "output" && last?.event === "output" && last.data.cellId === told.data.cellId)
      waiting[waiting.length - 1] = { event: "output", data: joined(last.data, told.data.text) };
    else
      waiting.push(
        told.event === "output" ? { ...told, data: joined(undefined, told.data.text, current) } : told,
      );
    wake.resolve();
  }

  const running = run({
    onOutput: (text) => add({ event: "output", data: { cellId: current, text } }),
    onStep(done, total, _, stepCell) {
      current = stepCell ?? current;
      add({ event: "step", data: { cellId: current, done, total } });
    },
  });
  const settled = running.then(
    () => true,
    () => true,
  );
  try {
    for (let isDone = false; !isDone; ) {
      isDone = await Promise.race([settled, wake.promise.then(() => false)]);
      wake = Promise.withResolvers();
      const taken = waiting;
      waiting = [];
      yield* taken;
      if (!isDone) await Promise.race([settled, delay(TOGETHER_MS)]);
    }
    yield { event: "done", data: await running };
  } finally {
    isLeft = true;
  }
}

function joined(before: OutputEvent | undefined, text: string, cellId = before?.cellId ?? ""): OutputEvent {
  const whole = (before?.text ?? "") + text;
  const over = Math.max(0, whole.length - MOST_WAITING);
  const missing = (before?.missing ?? 0) + over;
  // No half of a letter that is two of JavaScript's.
  return { cellId, text: whole.slice(over).toWellFormed(), ...(missing > 0 && { missing }) };
}
