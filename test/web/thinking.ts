import { answerOf, unusedHandle } from "../support/call.ts";
import type { Surroundings } from "../support/clew.ts";
import { type Connected, connectStdio } from "../support/connect.ts";

/** An agent in a process of its own that writes to the same ledger. */
export interface Agent extends AsyncDisposable {
  /** Opens a session with its first thought and gives its id. */
  begin(title: string, thought: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Adds a thought to a session. */
  go(sessionId: string, thought: string, more?: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Starts `clew mcp` and thinks through it. */
export async function startAgent(around: Surroundings): Promise<Agent> {
  const connected: Connected = await connectStdio("handshake", around);
  const { client } = connected;
  return {
    async begin(sessionTitle, thought, more = {}) {
      const given = {
        thought,
        thoughtNumber: 1,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        sessionTitle,
        ...more,
      };
      // A handle of its own: without one, the connection's session would be gone on with.
      const answer = await answerOf(client, "thoughtbox", given, { workflow_id: unusedHandle() });
      return String(answer.sessionId);
    },
    async go(sessionId, thought, more = {}) {
      await answerOf(client, "thoughtbox", { thought, nextThoughtNeeded: true, sessionId, ...more });
    },
    [Symbol.asyncDispose]: () => connected[Symbol.asyncDispose](),
  };
}
