import { countText } from "../../text/count-text.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { deleteSessions, type EditedSession, type OnEdited } from "./edit-sessions.ts";

export interface DeleteDialogProps {
  readonly sessions: readonly EditedSession[];
  readonly onDeleted: OnEdited;
  onClose(): void;
}

const MOST_TITLES = 6;

/** Explains the consequences of deleting and asks for confirmation. The focus starts on Cancel. */
export function DeleteDialog({ sessions, onDeleted, onClose }: DeleteDialogProps) {
  const [what, their] =
    sessions.length === 1 ? ["this session", "Its"] : [countText(sessions.length, "session"), "Their"];
  return (
    <Dialog title={`Delete ${what}?`} class="edit-dialog" onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          void deleteSessions(sessions, onDeleted);
        }}
      >
        <ul class="dialog-list">
          {sessions.slice(0, MOST_TITLES).map(({ id, title }) => (
            <li key={id}>
              <Visible text={title} />
            </li>
          ))}
          {sessions.length > MOST_TITLES && <li>{sessions.length - MOST_TITLES} more</li>}
        </ul>
        <p>
          {their} thoughts and notes are removed for good, also where calls, notebooks and exported files in
          the data folder quote them. A mark without text remains, so that an import or a restored backup does
          not bring them back. <strong>This cannot be undone.</strong>
        </p>
        <p class="quiet">To remove them from lists only, archive them instead.</p>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose} data-first>
            Cancel
          </button>
          <button type="submit" class="button danger">
            Delete for good
          </button>
        </div>
      </form>
    </Dialog>
  );
}
