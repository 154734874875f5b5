import * as z from "zod";
import { carriedNote, Failure, markLine, type Thought } from "../../ledger/index.ts";
import type { Sessions } from "../../sessions/index.ts";
import { defineOperation } from "./operation.ts";
import { sendSessionId } from "./start-new.ts";

/** How many of the newest thoughts are returned; the rest can be read as a resource. */
const MAX_THOUGHTS = 100;
/** How many facts are returned. */
const MAX_CURRENT_FACTS = 100;

/** Resumes a session: later thoughts are added to it. */
export const loadContext = defineOperation({
  name: "load_context",
  summary: "{sessionId}: resumes a session",
  placeless: true,
  stage: 0,
  input: z.object({ sessionId: z.string() }),
  example: { sessionId: "debug-auth-2025-01" },
  async run({ sessionId }, { sessions, location, author, caller }) {
    if (!sessionId?.trim() && location.key === undefined)
      throw await sessions.handleRequired(author, "load_context");
    if (!sessionId?.trim())
      throw new Failure("INVALID_ARGUMENT", {
        problem: "load_context needs args.sessionId; list_sessions lists the sessions.",
      });
    const session = await sessions.resume(location);
    const { id, title, thoughtCount } = session;
    const thoughts = await sessions.newest(id, thoughtCount, MAX_THOUGHTS);
    const earlier = (thoughts[0]?.seq ?? 1) - 1;
    const facts = await currentFacts(sessions, id);
    const isUnbound = caller.author().handle.origin === "client";
    return {
      ...(isUnbound && { sessionId: id, warning: sendSessionId(id) }),
      session: { id, title, thoughtCount },
      ...(facts.length > 0 && { facts }),
      thoughts: thoughts.map(toLoadedThought),
      ...(earlier > 0 && { earlier: { count: earlier, uri: `thoughtbox://sessions/${id}/thoughts` } }),
      ...(await openNotes(sessions, id)),
    };
  },
});

/** The newest facts of a session that nothing has replaced, as marks with the numbers of their thoughts. */
export async function currentFacts(sessions: Sessions, sessionId: string) {
  const facts = await sessions.facts(sessionId);
  return facts
    .filter(({ replacedBy }) => replacedBy === undefined)
    .slice(-MAX_CURRENT_FACTS)
    .map((fact) => ({ thoughtNumber: fact.thoughtNumber, fact: markLine(fact), was: fact.was }));
}

/** The notes that no thought has answered, however often they were delivered; nothing if there are none. */
export async function openNotes(sessions: Sessions, id: string) {
  const notes = (await sessions.openNotes(id)).map(carriedNote);
  return notes.length === 0 ? {} : { notes };
}

/** A thought as the gateway returns it. */
export function toLoadedThought(thought: Thought) {
  return {
    thoughtNumber: thought.number,
    thought: thought.content,
    branchId: thought.branchId,
    ...(thought.marks && { marks: thought.marks }),
    ...(thought.isRevision && { isRevision: true, revisesThought: thought.revises }),
  };
}
