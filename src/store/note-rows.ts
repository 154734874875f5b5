import { type Note, noteState, pace } from "../ledger/index.ts";
import type { DeliveryLimits, NoteHit, NoteQuery } from "./port.ts";
import { DIRECT, readQuestion } from "./search/concepts.ts";
import { matchOf, readDocument } from "./search/document.ts";
import { snippetOf } from "./snippet.ts";

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

/** The notes, from the first on, that fit into one answer. */
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

/** The notes among these rows that match a question, ranked by how many of its words they contain. */
export async function matchNotes(rows: readonly Row[], { text, limit = 20 }: NoteQuery): Promise<NoteHit[]> {
  const { concepts } = readQuestion(text);
  const total = concepts.reduce((sum, { share }) => sum + share, 0);
  const hits: NoteHit[] = [];
  for (const row of rows) {
    await pace();
    const document = readDocument(row.text as string);
    const found = concepts.flatMap((concept) => {
      const { quality, stems } = matchOf(document, concept);
      return quality === 0 ? [] : [{ ...concept, quality, stems }];
    });
    // A synonym alone does not make a note a hit.
    if (!found.some(({ quality }) => quality >= DIRECT)) continue;
    const note = toNote(row);
    hits.push({
      note,
      seq: (row.on_seq as number | null) ?? 0,
      title: row.title as string,
      project: row.project as string,
      snippet: snippetOf(note.text, new Set(found.flatMap(({ stems }) => stems))),
      score: found.reduce((sum, { share, quality }) => sum + share * quality, 0) / total,
      why: `note from ${note.author}; words: ${found.map(({ word }) => word).join(", ")}`,
    });
  }
  return hits.sort((a, b) => b.score - a.score).slice(0, Math.max(0, Math.min(limit, 200)));
}

const timeOf = (milliseconds: unknown): string => new Date(milliseconds as number).toISOString();
