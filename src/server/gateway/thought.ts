import * as z from "zod";
import { followRun } from "../follow-run.ts";
import { annotationInput, chainInput, critiqueInput } from "../tools/chain.ts";
import { defineOperation } from "./operation.ts";

/** Records a thought in the session. */
export const thought = defineOperation({
  name: "thought",
  summary:
    "{thought, thoughtNumber, totalThoughts, nextThoughtNeeded, branchFromThought?, branchId?, revisesThought?, marks?, critique?}",
  placeless: true,
  stage: 2,
  input: z.object({
    ...chainInput,
    ...annotationInput,
    ...critiqueInput,
    sessionTitle: z.string().optional(),
    sessionTags: z.array(z.string()).optional(),
  }),
  example: {
    thought: "The error occurs because...",
    thoughtNumber: 3,
    totalThoughts: 5,
    nextThoughtNeeded: true,
  },
  async run(input, { reasoning, sessions, author, location, progress, unread }) {
    const result = await sessions.record("gateway", author, { ...input, sessionId: location.session?.id });
    const { thought: recorded, warnings, closed } = result;
    // From now on the session id alone is enough to reach stage 2.
    if (location.key === undefined) await sessions.raise(recorded.sessionId, 2);
    const hints = await sessions.hints(recorded);
    return {
      thoughtNumber: recorded.number,
      totalThoughts: recorded.total,
      sessionId: recorded.sessionId,
      timestamp: recorded.createdAt,
      warning: [...unread, ...warnings].join(" ") || undefined,
      ...(hints.length > 0 && { hints }),
      ...(closed && { sessionClosed: true }),
      ...(input.critique === true && (await reasoning.criticise(author, recorded, followRun(progress)))),
    };
  },
});
