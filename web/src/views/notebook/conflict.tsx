import { visible } from "../../text/visible-text.tsx";
import { CodeLines } from "../../ui/scroller.tsx";
import type { Draft } from "./drafts.ts";

export interface ConflictProps {
  readonly draft: Draft & { readonly theirs: NonNullable<Draft["theirs"]> };
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Both texts of a cell that someone else changed during editing, and a choice. */
export function Conflict({ draft, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <div class="conflict" role="alert">
      <p>
        <strong>Someone else changed this cell while you were typing.</strong> Choose a version, or merge both
        in the editor above and keep yours.
      </p>
      <div class="conflict-texts">
        <div class="conflict-text">
          <h2>Yours</h2>
          <CodeLines label="Your text">{visible(draft.content)}</CodeLines>
          <button type="button" class="button small primary" onClick={onKeepMine}>
            Keep mine
          </button>
        </div>
        <div class="conflict-text">
          <h2>Theirs, version {draft.theirs.version}</h2>
          <CodeLines label="Their text">{visible(draft.theirs.content)}</CodeLines>
          <button type="button" class="button small" onClick={onTakeTheirs}>
            Take theirs
          </button>
        </div>
      </div>
    </div>
  );
}
