import type { Engine, Turn, TurnEvent } from "./engine.ts";
import { EngineFailure, type EngineFailureKind } from "./engine-failure.ts";
import { userText } from "./message.ts";

/** A turn that asks one thing, for tests. */
export const ask: Turn = { messages: [userText("Why?")] };

/** What one try of a scripted engine does: its events, and what it waits for on the way. */
export type Try = readonly (TurnEvent | Promise<unknown>)[];

/** An engine that does as it is told, try by try, and keeps count. */
export function scriptedEngine(...tries: readonly Try[]): Engine & { readonly turns: Turn[] } {
  const turns: Turn[] = [];
  return {
    name: "anthropic",
    model: "claude-test",
    turns,
    async *turn(turn) {
      turns.push(turn);
      for (const step of tries[turns.length - 1] ?? []) {
        if (step instanceof Promise) await step;
        else yield step;
      }
    },
  };
}

/** The events of a turn that says one text. */
export function saying(text: string): readonly TurnEvent[] {
  const message = { role: "assistant" as const, content: [{ type: "text" as const, text }] };
  return [
    { type: "start", model: "claude-test" },
    { type: "text", block: 0, text },
    { type: "done", message, stop: "end", model: "claude-test" },
  ];
}

/** The end of a turn that failed. */
export function failing(kind: EngineFailureKind, more: { readonly retryAfterMs?: number } = {}): TurnEvent {
  return { type: "error", failure: new EngineFailure(kind, "anthropic", `It is ${kind}.`, more) };
}

/** All events of a turn. */
export async function eventsOf(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  return await Array.fromAsync(events);
}

/** The failure that a turn ended in. */
export async function failureOf(events: AsyncIterable<TurnEvent>): Promise<EngineFailure> {
  const last = (await eventsOf(events)).at(-1);
  if (last?.type !== "error") throw new Error(`The turn ended in ${last?.type ?? "nothing"}.`);
  return last.failure;
}
