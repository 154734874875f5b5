import * as z from "zod";
import { MAX_HOLD_SECONDS, Note } from "../../ledger/index.ts";
import { holdSession, writeNote } from "../../sessions/notes.ts";
import { OWNER } from "../auth/principal.ts";
import { jsonRoute } from "./route.ts";
import { sessionPath } from "./sessions.ts";

const NoteShape = Note.meta({ id: "Note" });

/** Writes a note. */
export const addNote = jsonRoute({
  method: "POST",
  path: "/sessions/:id/notes",
  summary:
    "Writes a note to the agent of a session; its next answers carry it. A repeat with the same Idempotency-Key returns the first",
  status: 201,
  scopes: ["steer"],
  params: sessionPath,
  body: z.object({
    text: z.string().describe("Markdown, at most 4,096 bytes; secrets are removed"),
    thought: z.int().min(1).optional().describe("the number of the thought that it is about"),
  }),
  answer: NoteShape.extend({
    notice: z.string().optional().describe("if the session is completed: the note waits"),
  }).meta({ id: "WrittenNote" }),
  async run({ params: { id }, body }, { store, principal, header }) {
    const key = header("idempotency-key");
    const author = principal?.name ?? OWNER;
    return writeNote(store, id, {
      ...body,
      author,
      ...(key && { idempotency: { scope: `${author}/notes`, key } }),
    });
  },
});

/** Lists the notes of a session. */
export const listNotes = jsonRoute({
  method: "GET",
  path: "/sessions/:id/notes",
  summary: "The newest 1,000 notes of a session, oldest first, each with its state",
  scopes: ["read"],
  params: sessionPath,
  answer: z.object({ notes: z.array(NoteShape).readonly() }).meta({ id: "Notes" }),
  run: async ({ params: { id } }, { sessions, store }) => ({
    notes: await store.notes((await sessions.need(id)).id, {}),
  }),
});

const Hold = z
  .object({ heldUntil: z.iso.datetime().nullable().describe("null: not held") })
  .meta({ id: "Hold" });

/** Asks the agent to wait. */
export const hold = jsonRoute({
  method: "POST",
  path: "/sessions/:id/hold",
  summary: "Asks the agent to wait for a note: its next answer is held until then, if CLEW_HOLD is on",
  scopes: ["steer"],
  params: sessionPath,
  body: z.object({ seconds: z.number().positive().max(MAX_HOLD_SECONDS).default(MAX_HOLD_SECONDS) }),
  answer: Hold,
  run: async ({ params: { id }, body: { seconds } }, { store }) => ({
    heldUntil: (await holdSession(store, id, seconds)) ?? null,
  }),
});

/** Lets the agent continue. */
export const release = jsonRoute({
  method: "DELETE",
  path: "/sessions/:id/hold",
  summary: "Ends the hold",
  scopes: ["steer"],
  params: sessionPath,
  answer: Hold,
  async run({ params: { id } }, { store }) {
    await holdSession(store, id, undefined);
    return { heldUntil: null };
  },
});
