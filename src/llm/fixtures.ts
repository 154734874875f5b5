import type { Engine, Turn, TurnEvent } from "./engine.ts";
import { EngineFailure, type EngineFailureKind } from "./engine-failure.ts";
import { userText } from "./message.ts";

/** A turn with one question. */
export const ask: Turn = { messages: [userText("Why?")] };

/** The script of one attempt: its events, and promises to wait for in between. */
export type Try = readonly (TurnEvent | Promise<unknown>)[];

/** An engine that follows a script, attempt by attempt, and records its turns. */
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

/** The events of a turn that answers with one text. */
export function saying(text: string): readonly TurnEvent[] {
  const message = { role: "assistant" as const, content: [{ type: "text" as const, text }] };
  return [
    { type: "start", model: "claude-test" },
    { type: "text", block: 0, text },
    { type: "done", message, stop: "end", model: "claude-test" },
  ];
}

/** The end of a failed turn. */
export function failing(kind: EngineFailureKind, more: { readonly retryAfterMs?: number } = {}): TurnEvent {
  return { type: "error", failure: new EngineFailure(kind, "anthropic", `It is ${kind}.`, more) };
}

/** All events of a turn. */
export async function eventsOf(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  return await Array.fromAsync(events);
}

/** The failure of a turn. */
export async function failureOf(events: AsyncIterable<TurnEvent>): Promise<EngineFailure> {
  const last = (await eventsOf(events)).at(-1);
  if (last?.type !== "error") throw new Error(`The turn ended in ${last?.type ?? "nothing"}.`);
  return last.failure;
}
