import * as z from "zod";
import { Failure, type Thought } from "../../ledger/index.ts";
import { defineOperation } from "./operation.ts";
import { sendSession } from "./send-session.ts";

/** How many of the newest thoughts are loaded; the rest can be read as a resource. */
const LOADED = 100;

/** Resumes a session: later thoughts go on in it. */
export const loadContext = defineOperation({
  name: "load_context",
  summary: "{sessionId}: goes on in a session",
  placeless: true,
  stage: 0,
  input: z.object({ sessionId: z.string() }),
  example: { sessionId: "debug-auth-2025-01" },
  async run({ sessionId }, { reasoning, location, author, caller }) {
    if (!sessionId?.trim() && location.key === undefined)
      throw await reasoning.handleRequired(author, "load_context");
    if (!sessionId?.trim())
      throw new Failure("INVALID_ARGUMENT", {
        problem: "load_context needs args.sessionId; list_sessions shows what there is.",
      });
    const session = await reasoning.resume(location);
    const { id, title, thoughtCount } = session;
    const thoughts = await reasoning.newest(id, thoughtCount, LOADED);
    const earlier = (thoughts[0]?.seq ?? 1) - 1;
    const isUnbound = caller.author().handle.origin === "client";
    return {
      ...(isUnbound && { sessionId: id, warning: sendSession(id) }),
      session: { id, title, thoughtCount },
      thoughts: thoughts.map(loaded),
      ...(earlier > 0 && { earlier: { count: earlier, uri: `thoughtbox://sessions/${id}/thoughts` } }),
    };
  },
});

/** A thought as the gateway's seed shows it, with what only some have. */
export function loaded(thought: Thought) {
  return {
    thoughtNumber: thought.number,
    thought: thought.content,
    ...(thought.branchId !== undefined && { branchId: thought.branchId }),
    ...(thought.isRevision && { isRevision: true, revisesThought: thought.revises }),
  };
}
