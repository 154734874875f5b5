import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import { useResource } from "../../data/resource.ts";
import { countText } from "../../text/count-text.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type EditedSession, type OnEdited, tagSessions } from "./edit-sessions.ts";

export interface TagsDialogProps {
  readonly sessions: readonly EditedSession[];
  readonly onEdited: OnEdited;
  onClose(): void;
}

/** Adds and removes tags of one or several sessions. */
export function TagsDialog({ sessions, onEdited, onClose }: TagsDialogProps) {
  const known = useResource("facets", (signal) => api.facets({ signal })).data?.tags ?? [];
  const [text, setText] = useState("");
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const current = [...new Set(sessions.flatMap(({ tags }) => tags))].filter((tag) => !removed.includes(tag));
  const save = () => {
    const add = text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "");
    onClose();
    void tagSessions(sessions, { add, remove: removed }, onEdited);
  };
  return (
    <Dialog title={`Tags of ${countText(sessions.length, "session")}`} class="tags-dialog" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {current.length > 0 && (
          <ul class="chips">
            {current.map((tag) => (
              <li key={tag} class="chip">
                <Visible text={tag} />
                <button
                  type="button"
                  class="icon-button"
                  aria-label={`Remove the tag ${tag}`}
                  onClick={() => setRemoved([...removed, tag])}
                >
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <label class="field">
          <span>Add tags, separated by commas</span>
          <input
            data-first
            list="known-tags"
            autocomplete="off"
            maxLength={1_000}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <datalist id="known-tags">
          {known.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" class="button primary" disabled={text.trim() === "" && removed.length === 0}>
          Save
        </button>
      </form>
    </Dialog>
  );
}
