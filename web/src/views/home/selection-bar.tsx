import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SessionRow } from "../../data/api-types.ts";
import { asApiError } from "../../data/resource.ts";
import { go } from "../../input/history.ts";
import { countText } from "../../text/count-text.ts";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { saveAs } from "../../ui/save-as.ts";
import { say } from "../../ui/toast.ts";
import { DeleteDialog } from "../edit/delete-dialog.tsx";
import { archiveSessions, type OnEdited } from "../edit/edit-sessions.ts";
import { MergeDialog } from "../edit/merge-dialog.tsx";
import { RenameDialog } from "../edit/rename-dialog.tsx";
import { clearSelection, deselect, selectAll, selection } from "./selection.ts";

export interface SelectionBarProps {
  /** The rows of the list. */
  readonly rows: readonly SessionRow[];
  /** Whether the list shows archived sessions. */
  readonly isArchive: boolean;
  readonly onArchived: OnEdited;
  readonly onEdited: OnEdited;
  readonly onDeleted: OnEdited;
  onTag(): void;
}

/** An open dialog, with the sessions that were selected when it opened. */
interface Dialog {
  readonly kind: "rename" | "merge" | "delete";
  readonly sessions: readonly SessionRow[];
}

/** The actions on the selected sessions. The region is always rendered, so that screen readers announce it. */
export function SelectionBar(props: SelectionBarProps) {
  const { rows, isArchive, onArchived, onEdited, onDeleted, onTag } = props;
  const selected = rows.filter(({ id }) => selection.value.has(id));
  const [busy, setBusy] = useState("");
  const [dialog, setDialog] = useState<Dialog | undefined>(undefined);
  const close = () => setDialog(undefined);
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
  const [first, second] = selected;
  const open = (kind: Dialog["kind"]) => () => setDialog({ kind, sessions: selected });
  const compare = () => go({ name: "compare", a: first!.id, b: second!.id });
  const more: readonly MenuItem[] = [
    ...(selected.length === 1 ? [{ label: "Rename…", run: open("rename") }] : []),
    ...(selected.length === 2
      ? [
          { label: "Compare", run: compare },
          { label: "Merge…", run: open("merge") },
        ]
      : []),
    { label: "Delete…", isDanger: true, run: open("delete") },
  ];
  return (
    <>
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
            <Menu label="More actions" items={more} disabled={busy !== ""} />
            <button type="button" class="button small" onClick={clearSelection}>
              Clear selection
            </button>
          </div>
        )}
      </div>
      {dialog?.kind === "rename" && (
        <RenameDialog session={dialog.sessions[0]!} onEdited={onEdited} onClose={close} />
      )}
      {dialog?.kind === "merge" && (
        <MergeDialog sessions={[dialog.sessions[0]!, dialog.sessions[1]!]} onClose={close} />
      )}
      {dialog?.kind === "delete" && (
        <DeleteDialog
          sessions={dialog.sessions}
          onDeleted={(ids) => {
            deselect(ids);
            onDeleted(ids);
          }}
          onClose={close}
        />
      )}
    </>
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
