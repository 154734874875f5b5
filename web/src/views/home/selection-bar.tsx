import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SessionRow } from "../../data/api-types.ts";
import { asApiError } from "../../data/resource.ts";
import { countText } from "../../text/count-text.ts";
import { saveAs } from "../../ui/save-as.ts";
import { say } from "../../ui/toast.ts";
import { archiveSessions, type OnEdited } from "../edit-sessions.ts";
import { clearSelection, selectAll, selection } from "./selection.ts";

export interface SelectionBarProps {
  /** The rows of the list. */
  readonly rows: readonly SessionRow[];
  /** Whether the list shows archived sessions. */
  readonly isArchive: boolean;
  readonly onArchived: OnEdited;
  onTag(): void;
}

/** What can be done with the selected sessions. The region is always rendered, so that screen readers announce it. */
export function SelectionBar({ rows, isArchive, onArchived, onTag }: SelectionBarProps) {
  const selected = rows.filter(({ id }) => selection.value.has(id));
  const [busy, setBusy] = useState("");
  const run = async (name: string, work: () => Promise<void>) => {
    setBusy(name);
    await work();
    setBusy("");
  };
  const archive = () =>
    run("archive", async () => {
      await archiveSessions(selected, !isArchive, onArchived);
      clearSelection();
    });
  return (
    <div class="selection-bar" role="status">
      {selected.length > 0 && (
        <div class="selection-tools">
          <span>{countText(selected.length, "session")} selected</span>
          {selected.length < rows.length && (
            <button type="button" class="link-button" onClick={() => selectAll(rows.map(({ id }) => id))}>
              Select all {rows.length}
            </button>
          )}
          <button type="button" class="button small" disabled={busy !== ""} onClick={() => void archive()}>
            {isArchive ? "Restore" : "Archive"}
          </button>
          <button type="button" class="button small" disabled={busy !== ""} onClick={onTag}>
            Tag
          </button>
          <button
            type="button"
            class="button small"
            disabled={busy !== ""}
            onClick={() => void run("export", () => exportSessions(selected))}
          >
            {busy === "export" ? "Exporting…" : "Export as Markdown"}
          </button>
          <button type="button" class="button small" onClick={clearSelection}>
            Clear selection
          </button>
        </div>
      )}
    </div>
  );
}

async function exportSessions(sessions: readonly SessionRow[]): Promise<void> {
  try {
    const texts: string[] = [];
    for (const { id } of sessions) texts.push(await (await api.exportSession(id, "markdown")).text());
    saveAs(new Blob([texts.join("\n\n")], { type: "text/markdown" }), "sessions.md");
    say(`Saved ${countText(sessions.length, "session")} as sessions.md.`);
  } catch (error) {
    say(asApiError(error).message, "failed");
  }
}
