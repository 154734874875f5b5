import { type Note, noteState } from "../ledger/index.ts";
import type { DeliveryLimits, NoteHit, NoteQuery } from "./port.ts";
import { questionWords } from "./question.ts";
import { snippetOf } from "./snippet.ts";
import { wordsOf } from "./words.ts";

type Row = Readonly<Record<string, unknown>>;

/** How many of the newest notes within the filters a search reads. People write notes, so there are few. */
export const MOST_SEARCHED_NOTES = 5_000;

/** Converts a row to a note. */
export function toNote(row: Row): Note {
  const deliveries = row.deliveries as number;
  const answeredAt = row.answered_at as number | null;
  return {
    id: row.id as string,
    sessionId: row.session_id as string,
    on: row.on_number as number | null,
    author: row.author as string,
    text: row.text as string,
    state: noteState(deliveries, answeredAt !== null),
    createdAt: timeOf(row.created_at),
    ...(deliveries > 0 && { deliveries }),
    ...(row.delivered_at !== null && { deliveredAt: timeOf(row.delivered_at) }),
    ...(row.delivered_number !== null && { at: row.delivered_number as number }),
    ...(answeredAt !== null && {
      answeredBy: row.answered_number as number,
      answeredAt: timeOf(answeredAt),
    }),
  };
}

/** The first of these notes that one answer carries. */
export function fitInto<T extends Row>(rows: readonly T[], { most, bytes }: DeliveryLimits): T[] {
  const taken: T[] = [];
  let used = 0;
  for (const row of rows.slice(0, most)) {
    used += Buffer.byteLength(row.text as string);
    if (taken.length > 0 && used > bytes) break;
    taken.push(row);
  }
  return taken;
}

/** The notes among these rows that contain all words of a query, in the order of the rows. */
export function matchNotes(rows: readonly Row[], { text, limit = 20 }: NoteQuery): NoteHit[] {
  const stems = new Set(questionWords(text).map(({ stem }) => stem));
  if (stems.size === 0) return [];
  const hits: NoteHit[] = [];
  for (const row of rows) {
    if (hits.length >= Math.max(0, Math.min(limit, 200))) break;
    const note = toNote(row);
    if (!stems.isSubsetOf(new Set(wordsOf(note.text)))) continue;
    hits.push({ note, title: row.title as string, snippet: snippetOf(note.text, stems) });
  }
  return hits;
}

const timeOf = (milliseconds: unknown): string => new Date(milliseconds as number).toISOString();
