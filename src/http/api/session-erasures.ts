import * as z from "zod";
import { jsonRoute } from "./route.ts";
import { DeletedSession, RedactedThought } from "./schemas.ts";
import { sessionPath } from "./sessions.ts";

/** Redacts a thought. */
export const redactThought = jsonRoute({
  method: "POST",
  path: "/sessions/:id/redactions",
  summary: "Replaces the content of a thought for good; its place and links stay",
  scopes: ["write"],
  params: sessionPath,
  body: z.object({
    thought: z.int().min(1).describe("the thought's seq"),
    reason: z.string().max(2_000).describe("why; shown in place of the text"),
  }),
  answer: RedactedThought,
  run: ({ params: { id }, body }, { sessions, by }) => sessions.redact(id, body.thought, body.reason, by),
});

/** Deletes a session. */
export const deleteSession = jsonRoute({
  method: "DELETE",
  path: "/sessions/:id",
  summary: "Deletes a session for good; a mark without text remains, so that it does not come back",
  scopes: ["write"],
  params: sessionPath,
  answer: DeletedSession,
  async run({ params: { id } }, { sessions, by }) {
    const { deleted, ...erasure } = await sessions.remove([(await sessions.need(id)).id], by);
    return { deleted: deleted[0]!, ...erasure };
  },
});
