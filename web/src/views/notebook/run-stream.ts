import type { OutputEvent, RanCellShape, StepEvent } from "../../data/api-types.ts";
import { readEvents } from "../../data/event-stream.ts";
import { ApiError } from "../../data/request.ts";

export interface RunListener {
  onStep(step: StepEvent): void;
  onOutput(output: OutputEvent): void;
  onRan(ran: readonly RanCellShape[]): void;
}

type Done = RanCellShape | { readonly ran: readonly RanCellShape[] };

/** Reads the events of a run. Throws on an error event and if the stream ends early. */
export async function readRun(response: Response, listener: RunListener): Promise<void> {
  for await (const { event, data } of readEvents(response.body!)) {
    const value = JSON.parse(data) as unknown;
    if (event === "output") listener.onOutput(value as OutputEvent);
    if (event === "step") listener.onStep(value as StepEvent);
    if (event === "error") {
      const { code, message } = value as { readonly code: string; readonly message: string };
      throw new ApiError(code, 400, message);
    }
    if (event === "done") {
      const done = value as Done;
      return listener.onRan("ran" in done ? done.ran : [done]);
    }
  }
  throw new ApiError("UNREACHABLE", 0, "The connection was lost. The run may still be in progress.");
}
