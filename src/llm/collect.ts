import type { TurnEnd, TurnEvent } from "./engine.ts";

/** How a turn ends when it goes well. */
export type TurnDone = Extract<TurnEnd, { type: "done" }>;

/** Runs a turn to its end: answers how it was done, or throws its EngineFailure. */
export async function collect(
  events: AsyncIterable<TurnEvent>,
  onEvent?: (event: TurnEvent) => void,
): Promise<TurnDone> {
  for await (const event of events) {
    onEvent?.(event);
    if (event.type === "done") return event;
    if (event.type === "error") throw event.failure;
  }
  throw new Error("A turn ended without an end.");
}
