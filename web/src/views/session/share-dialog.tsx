import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SessionRow } from "../../data/api-types.ts";
import { asApiError } from "../../data/resource.ts";
import { addressOf, sessionRoute } from "../../input/route.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { say } from "../../ui/toast.ts";

/** What is shared. */
export interface ShareDialogProps {
  readonly session: SessionRow;
  onClose(): void;
}

const FORMATS = [
  {
    format: "html",
    name: "Page",
    extension: "html",
    says: "one file with its viewer; opens anywhere, offline",
  },
  { format: "markdown", name: "Markdown", extension: "md", says: "to read, paste and keep with code" },
  { format: "json", name: "JSON", extension: "json", says: "for programs, and to import again" },
  { format: "mermaid", name: "Mermaid", extension: "mmd", says: "the graph, for Markdown that draws it" },
  { format: "svg", name: "SVG", extension: "svg", says: "the graph as a picture" },
] as const;

/** Ways to share a session: its link, and files of it. */
export function ShareDialog({ session, onClose }: ShareDialogProps) {
  const [busy, setBusy] = useState<string | undefined>(undefined);
  const save = async (format: string, extension: string) => {
    setBusy(format);
    try {
      const answer = await api.exported(session.id, format);
      saveAs(await answer.blob(), `${session.id}.${extension}`);
      say(`Saved ${session.id}.${extension}.`);
    } catch (error) {
      say(asApiError(error).message, "failed");
    }
    setBusy(undefined);
  };
  const link = location.origin + addressOf(sessionRoute(session.id));
  return (
    <Dialog title="Share this session" class="share-dialog" onClose={onClose}>
      <div class="share-link">
        <code>{link}</code>
        <CopyButton text={link} what="the link" />
      </div>
      <h3>Save as a file</h3>
      <p class="quiet">What looks like a secret is left out of every format.</p>
      <ul class="formats">
        {FORMATS.map(({ format, name, extension, says }, index) => (
          <li key={format}>
            <button
              type="button"
              class="button"
              disabled={busy !== undefined}
              onClick={() => void save(format, extension)}
              {...(index === 0 && { "data-first": true })}
            >
              {busy === format ? "Saving…" : name}
            </button>
            <span class="quiet">{says}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Hands a file to the browser. A plain link could not send the token. */
function saveAs(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
