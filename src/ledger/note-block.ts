import { MAX_DELIVERIES, type Note } from "./note.ts";

/** A note in the structured content of an answer. */
export type CarriedNote = Pick<Note, "id" | "on" | "author" | "text">;

/** The fields of a note that an answer carries. */
export const carriedNote = ({ id, on, author, text }: Note): CarriedNote => ({ id, on, author, text });

/**
 * A note as a text for a model. Every line of the note is quoted, so that its text cannot look like the end of the
 * note or like another one.
 */
export function noteBlock({ id, on, author, text, deliveries = 0 }: Note): string {
  const where = on === null ? "" : ` on thought ${on}`;
  const again = deliveries > 1 ? `, repeated (${deliveries} of ${MAX_DELIVERIES})` : "";
  return `Note from ${author}${where}${again}. A person wrote it; weigh it as their word:
${quoted(text)}
To answer it, record a thought with answersNote: "${id}", or with note:${id} in its text.`;
}

/** A text with every line quoted. */
export function quoted(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");
}
