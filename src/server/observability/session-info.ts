import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineObserving } from "./operation.ts";
import { sessionFacts } from "./session-facts.ts";

/** Returns the state of one session, without its thoughts. */
export const sessionInfo = defineObserving({
  name: "session_info",
  summary: "{sessionId}",
  input: z.object({ sessionId: z.string() }),
  aliases: { sessionId: ["id", "session"] },
  example: { sessionId: "debug-auth-2025-01" },
  async run({ sessionId }, { observer, sessions, caller }) {
    const id = sessionId?.trim() ?? "";
    const author = id === "" ? caller.author() : undefined;
    if (author?.handle.origin === "client") throw await sessions.handleRequired(author, "session_info");
    if (id === "")
      throw new Failure("INVALID_ARGUMENT", {
        problem: "session_info needs args.sessionId. The operation sessions lists the sessions.",
      });
    const session = await sessions.get(id);
    if (!session) throw new Failure("SESSION_NOT_FOUND", { sessionId: id.slice(0, 80) });
    const { thoughts } = await sessions.page(id, Math.max(0, session.thoughtCount - 1));
    const last = thoughts.at(-1);
    return {
      session: {
        ...sessionFacts(session, observer, Date.now()),
        description: session.description,
        task: session.task,
        aspect: session.aspect,
        lastThought: last && {
          thoughtNumber: last.number,
          totalThoughts: last.total,
          nextThoughtNeeded: last.nextThoughtNeeded,
          source: last.source,
          timestamp: last.createdAt,
        },
      },
      resource: `thoughtbox://sessions/${id}`,
    };
  },
});
