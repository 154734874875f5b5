import type { TurnEnd, TurnEvent } from "./engine.ts";

/** How a turn ends when it goes well. */
export type TurnDone = Extract<TurnEnd, { type: "done" }>;

/** Runs a turn to its end: answers how it was done, or throws its EngineFailure. */
export async function collect(
  events: AsyncIterable<TurnEvent>,
  onEvent?: (event: TurnEvent) => void,
): Promise<TurnDone> {
  let end: TurnEnd | undefined;
  // Read to its very end, which closes the exchange with the service in good order.
  for await (const event of events) {
    onEvent?.(event);
    if (event.type === "done" || event.type === "error") end ??= event;
  }
  if (end === undefined) throw new Error("A turn ended without an end.");
  if (end.type === "error") throw end.failure;
  return end;
}
