import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { jsonRoute } from "./route.ts";
import { DeletedSession, EditedSession, RedactedThought } from "./schemas.ts";
import { sessionPath } from "./sessions.ts";

/** Renames, tags or archives a session. */
export const editSession = jsonRoute({
  method: "PATCH",
  path: "/sessions/:id",
  summary: "Renames, tags, archives or restores a session; what is left out stays as it is",
  scopes: ["write"],
  params: sessionPath,
  body: z.object({
    title: z.string().max(2_000).optional(),
    tags: z.array(z.string().max(1_000)).max(1_000).optional().describe("all tags that it has from now on"),
    archived: z.boolean().optional().describe("archived sessions are left out of lists and searches"),
  }),
  answer: EditedSession,
  async run({ params: { id }, body }, { sessions, by }) {
    if (Object.values(body).every((value) => value === undefined))
      throw new Failure("INVALID_ARGUMENT", { problem: "send at least one of title, tags and archived." });
    const [session] = await sessions.edit([id], { ...body, by });
    return { session: await sessions.row(session!) };
  },
});

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
