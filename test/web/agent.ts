import { answerOf, unusedHandle } from "../support/call.ts";
import type { Surroundings } from "../support/clew.ts";
import { type Connected, connectStdio } from "../support/connect.ts";

/** An agent in another process that writes to the same ledger. */
export interface Agent extends AsyncDisposable {
  /** Opens a session with its first thought and returns its id. */
  start(title: string, thought: string, more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Adds a thought to a session. */
  think(sessionId: string, thought: string, more?: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Starts `clew mcp` and connects to it. */
export async function startAgent(around: Surroundings): Promise<Agent> {
  const connected: Connected = await connectStdio("handshake", around);
  const { client } = connected;
  return {
    async start(sessionTitle, thought, more = {}) {
      const input = {
        thought,
        thoughtNumber: 1,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        sessionTitle,
        ...more,
      };
      // A new handle, because otherwise the session of the connection would be continued.
      const answer = await answerOf(client, "thoughtbox", input, { workflow_id: unusedHandle() });
      return String(answer.sessionId);
    },
    async think(sessionId, thought, more = {}) {
      await answerOf(client, "thoughtbox", { thought, nextThoughtNeeded: true, sessionId, ...more });
    },
    [Symbol.asyncDispose]: () => connected[Symbol.asyncDispose](),
  };
}
