import { useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog.tsx";
import { type EditedSession, type OnEdited, renameSession } from "./edit-sessions.ts";

export interface RenameDialogProps {
  readonly session: EditedSession;
  readonly onEdited: OnEdited;
  onClose(): void;
}

const LONGEST = 200;

/** Changes the title of a session. */
export function RenameDialog({ session, onEdited, onClose }: RenameDialogProps) {
  const [title, setTitle] = useState(session.title);
  const wanted = title.trim();
  return (
    <Dialog title="Rename session" class="edit-dialog" onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          if (wanted !== session.title) void renameSession(session, wanted, onEdited);
        }}
      >
        <label class="field">
          <span>Title</span>
          <input
            data-first
            autocomplete="off"
            maxLength={Math.max(LONGEST, session.title.length)}
            value={title}
            onFocus={(event) => event.currentTarget.select()}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </label>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={wanted === ""}>
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  );
}
