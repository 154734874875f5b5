import type { TurnEnd, TurnEvent } from "./engine.ts";

/** The end of a successful turn. */
export type TurnDone = Extract<TurnEnd, { type: "done" }>;

/** Runs a turn to its end. Returns its `done` event or throws its EngineFailure. */
export async function collect(
  events: AsyncIterable<TurnEvent>,
  onEvent?: (event: TurnEvent) => void,
): Promise<TurnDone> {
  let end: TurnEnd | undefined;
  // Reads past the end event, which lets the connection be reused.
  for await (const event of events) {
    onEvent?.(event);
    if (event.type === "done" || event.type === "error") end ??= event;
  }
  if (end === undefined) throw new Error("A turn ended without an end event.");
  if (end.type === "error") throw end.failure;
  return end;
}
