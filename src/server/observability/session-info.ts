import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineObserving } from "./operation.ts";
import { sessionFacts } from "./session-facts.ts";

/** Tells of one session how it stands; its thoughts are read elsewhere. */
export const sessionInfo = defineObserving({
  name: "session_info",
  summary: "{sessionId}",
  input: z.object({ sessionId: z.string() }),
  aliases: { sessionId: ["id", "session"] },
  example: { sessionId: "debug-auth-2025-01" },
  async run({ sessionId }, { observer, reasoning, caller }) {
    const id = sessionId?.trim() ?? "";
    const author = id === "" ? caller.author() : undefined;
    if (author?.handle.origin === "client") throw await reasoning.handleRequired(author, "session_info");
    if (id === "")
      throw new Failure("INVALID_ARGUMENT", {
        problem: "session_info needs args.sessionId. The operation sessions lists what there is.",
      });
    const session = await reasoning.session(id);
    if (!session) throw new Failure("SESSION_NOT_FOUND", { sessionId: id.slice(0, 80) });
    const { thoughts } = await reasoning.page(id, Math.max(0, session.thoughtCount - 1));
    const last = thoughts.at(-1);
    return {
      session: {
        ...sessionFacts(session, observer, Date.now()),
        ...(session.description !== undefined && { description: session.description }),
        ...(session.task !== undefined && { task: session.task }),
        ...(session.aspect !== undefined && { aspect: session.aspect }),
        ...(last && {
          lastThought: {
            thoughtNumber: last.number,
            totalThoughts: last.total,
            nextThoughtNeeded: last.nextThoughtNeeded,
            source: last.source,
            timestamp: last.createdAt,
          },
        }),
      },
      resource: `thoughtbox://sessions/${id}`,
    };
  },
});
