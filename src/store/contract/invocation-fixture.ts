import { type Invocation, timeOrderedId } from "../../ledger/index.ts";

/** The start of a test's timeline. */
export const START = Date.parse("2026-11-15T10:00:00.000Z");

/** The time this many seconds after the start. */
export const timeAt = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

/** A successful call this many seconds after the start, with overrides. */
export function invocationOf(seconds: number, more: Partial<Invocation> = {}): Invocation {
  return {
    id: timeOrderedId(START + seconds * 1000),
    kind: "tool",
    tool_name: "think",
    input: { thought: `at ${seconds}` },
    success: true,
    created_at: timeAt(seconds),
    ...more,
  };
}
