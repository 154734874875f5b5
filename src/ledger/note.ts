import * as z from "zod";
import { Failure } from "./failure.ts";
import { oneLine } from "./id.ts";
import { redactText } from "./redact.ts";

/** The state of a note. */
export const NoteState = z
  .enum(["waiting", "delivered", "answered", "unanswered"])
  .describe(
    "waiting: not delivered yet; delivered: sent with an answer; answered: a later thought cites it; unanswered: sent three times, and no thought cites it",
  );
export type NoteState = z.infer<typeof NoteState>;

/** A person's message to the agent that works on a session. */
export const Note = z.object({
  id: z.string(),
  sessionId: z.string(),
  on: z.int().nullable().describe("the number of the thought that it is about; null for the session"),
  author: z.string(),
  text: z.string(),
  state: NoteState,
  createdAt: z.iso.datetime(),
  deliveries: z.int().optional().describe("how many answers carried it; absent while it waits"),
  deliveredAt: z.iso.datetime().optional().describe("when an answer first carried it"),
  at: z.int().optional().describe("the number of the session's last thought at that time"),
  answeredBy: z.int().optional().describe("the number of the thought that answers it"),
  answeredAt: z.iso.datetime().optional(),
});
export type Note = z.infer<typeof Note>;

/** A note to write. */
export interface NewNote {
  readonly text: string;
  readonly author: string;
  /** The number of the thought that it is about. */
  readonly on?: number;
}

/** The largest text of a note, in bytes of UTF-8. */
export const MAX_NOTE_BYTES = 4096;
/** How many notes one answer carries at most, and how many bytes of text. */
export const MAX_CARRIED = { most: 20, bytes: 16_384 } as const;
/** How many answers contain a note that no thought has cited yet. */
export const MAX_DELIVERIES = 3;
/** How long a person can ask the agent to wait, in seconds. */
export const MAX_HOLD_SECONDS = 20;
/** A thought that cites more notes answers the first of them. */
const MAX_CITED = 50;

/** The state of a note with this many deliveries. */
export function noteState(deliveries: number, isAnswered: boolean): NoteState {
  if (isAnswered) return "answered";
  if (deliveries === 0) return "waiting";
  return deliveries < MAX_DELIVERIES ? "delivered" : "unanswered";
}

/** Checks a note's text and returns it as it is stored: trimmed, and without secrets. */
export function noteText(text: string): string {
  const trimmed = text.toWellFormed().trim();
  // Format characters alone show nothing.
  if (trimmed.replace(/[\p{Cf}\p{Cc}\s]/gu, "") === "")
    throw refused("`text` is required: send what to say.");
  const bytes = Buffer.byteLength(trimmed);
  if (bytes > MAX_NOTE_BYTES)
    throw refused(
      `\`text\` has ${bytes} bytes; the limit is ${MAX_NOTE_BYTES}. Send a shorter note, or several.`,
    );
  return redactText(trimmed);
}

/** An author's name on one line. */
export const noteAuthor = (name: string): string => oneLine(name, 80) || "someone";

/** The id of a note, from a time-ordered id: short, because an agent repeats it. */
export const noteId = (uuid: string): string => uuid.replaceAll("-", "").slice(-10);

const CITED = /\bnote:([0-9a-f]{10})(?![0-9a-z])/gi;

/** The ids of the notes that a thought answers. */
export function citedNotes({
  content,
  answersNote,
}: {
  readonly content: string;
  readonly answersNote?: string;
}): string[] {
  const ids = new Set<string>();
  const named = answersNote
    ?.trim()
    .replace(/^note:/i, "")
    .toLowerCase();
  if (named) ids.add(named);
  // Most thoughts cite none, and a search for a fixed text is cheap.
  if (content.includes("note:"))
    for (const [, id] of content.matchAll(CITED)) {
      ids.add(id!.toLowerCase());
      if (ids.size >= MAX_CITED) break;
    }
  return [...ids];
}

/** Removes citations of notes, because the output of a tool may repeat a note with its id. */
export const withoutCitations = (text: string): string => text.replace(CITED, "note $1");

const refused = (problem: string) => new Failure("INVALID_ARGUMENT", { problem });
