import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import { asApiError } from "../../data/resource.ts";
import { go } from "../../input/history.ts";
import { sessionRoute } from "../../input/route.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { say } from "../../ui/toast.ts";
import type { EditedSession } from "./edit-sessions.ts";

export interface MergeDialogProps {
  readonly sessions: readonly [EditedSession, EditedSession];
  onClose(): void;
}

const LONGEST = 200;

/** Merges two sessions into a new one and opens it. */
export function MergeDialog({ sessions, onClose }: MergeDialogProps) {
  const [title, setTitle] = useState(sessions.map(({ title }) => title.slice(0, 90)).join(" and "));
  const [a, b] = sessions;
  const merge = async () => {
    onClose();
    try {
      const { session } = await api.merge([a.id, b.id], title.trim());
      go(sessionRoute(session.id));
      say("Merged. Both sessions stay as they are.");
    } catch (error) {
      say(asApiError(error).message, "failed");
    }
  };
  return (
    <Dialog title="Merge two sessions" class="edit-dialog" onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void merge();
        }}
      >
        <ul class="dialog-list">
          {sessions.map(({ id, title }) => (
            <li key={id}>
              <Visible text={title} />
            </li>
          ))}
        </ul>
        <p>A new session states what both found and cites them. The two sessions stay as they are.</p>
        <label class="field">
          <span>Title of the new session</span>
          <input
            data-first
            autocomplete="off"
            maxLength={LONGEST}
            value={title}
            onFocus={(event) => event.currentTarget.select()}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </label>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={title.trim() === ""}>
            Merge
          </button>
        </div>
      </form>
    </Dialog>
  );
}
