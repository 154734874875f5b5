import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../../../data/api.ts";
import { asApiError } from "../../../data/resource.ts";
import { settings } from "../../../data/settings.ts";
import { say } from "../../../ui/toast.ts";
import type { SessionStore } from "../session-store.ts";
import "./notes.css";

export interface ComposerProps {
  readonly store: SessionStore;
  /** The number of the thought that the note is about; none for the session. */
  readonly on?: number;
  readonly label?: string;
}

/** Keeps a draft of 4,096 bytes from being refused; the server counts bytes. */
const MOST_CHARACTERS = 4_000;

/** A field for a note to the agent. The draft is kept in the browser until it is sent. */
export function Composer({ store, on, label }: ComposerProps) {
  const draft = `note ${store.id} ${on ?? ""}`;
  const [text, setText] = useState(() => settings.get(draft) ?? "");
  const [isSending, setIsSending] = useState(false);
  const key = useRef(crypto.randomUUID());
  useEffect(() => setText(settings.get(draft) ?? ""), [draft]);
  const type = (typed: string) => {
    setText(typed);
    settings.set(draft, typed);
  };
  const send = async () => {
    if (text.trim() === "" || isSending) return;
    setIsSending(true);
    try {
      const note = { text, ...(on !== undefined && { thought: on }) };
      const { notice } = await api.writeNote(store.id, note, key.current);
      key.current = crypto.randomUUID();
      type("");
      say(notice ?? "Note saved. The agent gets it with its next answer.");
      await store.loadNotes();
    } catch (error) {
      say(asApiError(error).message, "failed");
    }
    setIsSending(false);
  };
  const name = label ?? (on === undefined ? "Note to the agent" : `Note to the agent on thought ${on}`);
  return (
    <form
      class="note-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label>
        <span>{name}</span>
        <textarea
          rows={2}
          maxLength={MOST_CHARACTERS}
          value={text}
          placeholder="Markdown; Ctrl-Enter sends"
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void send();
            }
            if (event.key === "Escape") event.currentTarget.blur();
          }}
        />
      </label>
      <button type="submit" class="button small" disabled={isSending || text.trim() === ""}>
        {isSending ? "Sending…" : "Send"}
      </button>
    </form>
  );
}
