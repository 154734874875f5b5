import { useState } from "preact/hooks";
import type { SessionRow } from "../../data/api-types.ts";
import { go } from "../../input/history.ts";
import { Menu } from "../../ui/menu.tsx";
import { say } from "../../ui/toast.ts";
import { DeleteDialog } from "../edit/delete-dialog.tsx";
import { archiveSessions } from "../edit/edit-sessions.ts";
import { RedactDialog } from "../edit/redact-dialog.tsx";
import { RenameDialog } from "../edit/rename-dialog.tsx";
import { TagsDialog } from "../edit/tags-dialog.tsx";
import type { Reading } from "./reading.ts";

export interface SessionMenuProps {
  readonly session: SessionRow;
  readonly reading: Reading;
}

type Open = "rename" | "tags" | "redact" | "delete";

/** The actions on a whole session and on its selected thought. */
export function SessionMenu({ session, reading }: SessionMenuProps) {
  const [open, setOpen] = useState<Open | undefined>(undefined);
  const { store, entries, thought } = reading;
  const close = () => setOpen(undefined);
  // The feed reports the change too, but later.
  const reload = () => store.refresh([{ position: 0, kind: "session", sessionId: store.id }]);
  const redact = () => {
    if (thought === undefined) say("Select the thought to redact, then choose this again.");
    else setOpen("redact");
  };
  const number = thought === undefined ? undefined : entries.number[thought - 1];
  const items = [
    { label: "Rename…", run: () => setOpen("rename") },
    { label: "Edit tags…", run: () => setOpen("tags") },
    {
      label: session.archived ? "Restore" : "Archive",
      run: () => void archiveSessions([session], !session.archived, reload),
    },
    { label: "Compare with another…", run: () => go({ name: "compare", a: session.id, b: "" }) },
    {
      label: number === undefined ? "Redact a thought…" : `Redact thought ${number}…`,
      isDanger: true,
      run: redact,
    },
    { label: "Delete…", isDanger: true, run: () => setOpen("delete") },
  ];
  return (
    <>
      <Menu label="Session menu" items={items} />
      {open === "rename" && <RenameDialog session={session} onEdited={reload} onClose={close} />}
      {open === "tags" && <TagsDialog sessions={[session]} onEdited={reload} onClose={close} />}
      {open === "redact" && thought !== undefined && (
        <RedactDialog
          thought={
            store.contents.get(thought) ?? {
              sessionId: store.id,
              seq: thought,
              number: number ?? thought,
              content: entries.beginning[thought - 1] ?? "",
            }
          }
          onRedacted={() =>
            store.refresh([{ position: 0, kind: "thought", sessionId: store.id, seq: thought }])
          }
          onClose={close}
        />
      )}
      {open === "delete" && (
        <DeleteDialog
          sessions={[session]}
          onDeleted={() => go({ name: "home", filter: {} })}
          onClose={close}
        />
      )}
    </>
  );
}
