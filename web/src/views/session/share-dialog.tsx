import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SessionRow } from "../../data/api-types.ts";
import { asApiError } from "../../data/resource.ts";
import { addressOf, sessionRoute } from "../../input/route.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { say } from "../../ui/toast.ts";

export interface ShareDialogProps {
  readonly session: SessionRow;
  onClose(): void;
}

const FORMATS = [
  {
    format: "html",
    name: "Page",
    extension: "html",
    description: "one file that opens anywhere, offline",
  },
  { format: "markdown", name: "Markdown", extension: "md", description: "to read, paste or commit" },
  { format: "json", name: "JSON", extension: "json", description: "for programs, and to import" },
  { format: "mermaid", name: "Mermaid", extension: "mmd", description: "the graph, for Markdown" },
  { format: "svg", name: "SVG", extension: "svg", description: "the graph as an image" },
] as const;

/** Copies the link of a session or saves it as a file. */
export function ShareDialog({ session, onClose }: ShareDialogProps) {
  const [busy, setBusy] = useState<string | undefined>(undefined);
  const save = async (format: string, extension: string) => {
    setBusy(format);
    try {
      const response = await api.exportSession(session.id, format);
      saveAs(await response.blob(), `${session.id}.${extension}`);
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
      <p class="quiet">Text that looks like a secret is removed.</p>
      <ul class="formats">
        {FORMATS.map(({ format, name, extension, description }, index) => (
          <li key={format}>
            <button
              type="button"
              class="button"
              disabled={busy !== undefined}
              onClick={() => void save(format, extension)}
              data-first={index === 0 || undefined}
            >
              {busy === format ? "Saving…" : name}
            </button>
            <span class="quiet">{description}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Downloads a file; a plain link could not send the token. */
function saveAs(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
