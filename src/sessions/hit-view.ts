import type { NoteHit, SearchHit } from "../store/port.ts";

/** A search hit as APIs and tools return it. */
export function hitView(hit: SearchHit | NoteHit) {
  if ("note" in hit) return shownNote(hit);
  const { thought, title, snippet, score, why, fact, neighbours } = hit;
  return {
    sessionId: thought.sessionId,
    title,
    thoughtNumber: thought.number,
    seq: thought.seq,
    snippet,
    score,
    ...(thought.branchId !== undefined && { branchId: thought.branchId }),
    why,
    ...(fact && {
      fact: { kind: fact.kind, text: fact.text, reason: fact.reason },
    }),
    neighbours: [...neighbours],
  };
}

/** A person's note in the shape of a thought. The number and `seq` are those of the thought that it is about, or 0. */
function shownNote({ note, seq, title, snippet, score, why }: NoteHit) {
  const { id, on, author, state } = note;
  return {
    sessionId: note.sessionId,
    title,
    thoughtNumber: on ?? 0,
    seq,
    snippet,
    score,
    why,
    neighbours: [],
    note: { id, on, author, state },
  };
}
