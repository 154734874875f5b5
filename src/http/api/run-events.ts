import { setTimeout as delay } from "node:timers/promises";
import type { CellRunObserver } from "../../notebook/notebooks.ts";
import type { OutputEvent, StepEvent } from "./notebook-schemas.ts";

/** The shortest time between two events; output in between is sent together. */
const BATCH_MS = 30;
/** How much output is buffered for the reader, in characters; older output is dropped. The stored run has all of it. */
const MAX_WAITING = 64 * 1024;

type RunEvent =
  | { readonly event: "output"; readonly data: OutputEvent }
  | { readonly event: "step"; readonly data: StepEvent };

/**
 * Yields the events of a run, then its outcome exactly once. An error of the run is thrown at the end. The run continues
 * if the reader disconnects.
 */
export async function* runEvents<T>(
  cellId: string | undefined,
  run: (watch: CellRunObserver) => Promise<T>,
): AsyncGenerator<RunEvent | { readonly event: "done"; readonly data: T }> {
  let waiting: RunEvent[] = [];
  let current = cellId ?? "";
  let hasLeft = false;
  let wake = Promise.withResolvers<void>();

  function add(event: RunEvent): void {
    if (hasLeft) return;
    const last = waiting.at(-1);
    if (event.event === "output" && last?.event === "output" && last.data.cellId === event.data.cellId)
      waiting[waiting.length - 1] = { event: "output", data: joined(last.data, event.data.text) };
    else
      waiting.push(
        event.event === "output" ? { ...event, data: joined(undefined, event.data.text, current) } : event,
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
      if (!isDone) await Promise.race([settled, delay(BATCH_MS)]);
    }
    yield { event: "done", data: await running };
  } finally {
    hasLeft = true;
  }
}

function joined(before: OutputEvent | undefined, text: string, cellId = before?.cellId ?? ""): OutputEvent {
  const whole = (before?.text ?? "") + text;
  const over = Math.max(0, whole.length - MAX_WAITING);
  const missing = (before?.missing ?? 0) + over;
  // Slicing may have cut a surrogate pair.
  return { cellId, text: whole.slice(over).toWellFormed(), ...(missing > 0 && { missing }) };
}
