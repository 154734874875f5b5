import type { Draft } from "../../src/ledger/index.ts";

/** One more thought for a session; the first one opens the session. */
export function thoughtFor(sessionId: string, content: string): Draft {
  return {
    target: { sessionId, create: () => ({ title: sessionId, mode: "chain" }) },
    content,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "library",
  };
}
