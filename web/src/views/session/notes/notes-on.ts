import type { Note } from "../../../data/api-types.ts";
import type { OutlineEntries } from "../model/outline-entries.ts";

/** The notes on a thought. A number that several thoughts have means the first of them. */
export function notesOn(notes: readonly Note[], { number }: OutlineEntries, seq: number): readonly Note[] {
  const own = number[seq - 1];
  if (own === undefined || number.indexOf(own) !== seq - 1) return [];
  return notes.filter(({ on }) => on === own);
}
