import type { Note } from "../../../data/api-types.ts";
import { SafeMarkdown } from "../../../text/safe-markdown.tsx";
import { Visible } from "../../../text/visible-text.tsx";
import { Ago } from "../../../ui/time.tsx";
import "./notes.css";

/** The notes of people, each with its author, time and state. */
export function NoteList({ notes }: { readonly notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <section class="notes" aria-label="Notes">
      <h3>Notes</h3>
      <ul>
        {notes.map((note) => (
          <li key={note.id} class="note">
            <p class="note-head">
              <strong>
                <Visible text={note.author} />
              </strong>
              <Ago at={note.createdAt} />
              <span class={`note-state is-${note.state}`}>{stateText(note)}</span>
            </p>
            <SafeMarkdown text={note.text} headingLevel={4} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The state of a note as text. */
export function stateText({ state, at, answeredBy }: Note): string {
  if (state === "waiting") return "waiting";
  if (state === "answered")
    return answeredBy === undefined ? "answered" : `answered by thought #${answeredBy}`;
  const delivered = at === undefined ? "delivered" : `delivered at thought #${at}`;
  return state === "delivered" ? delivered : `${delivered}, unanswered`;
}
