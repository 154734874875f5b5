import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SessionRow } from "../../data/api-types.ts";
import { asApiError } from "../../data/resource.ts";
import { addressOf, sessionRoute } from "../../input/route.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { saveAs } from "../../ui/save-as.ts";
import { say } from "../../ui/toast.ts";

export interface ShareDialogProps {
  readonly session: SessionRow;
  /** The selected moment, if it is not now. */
  readonly asOf: string | undefined;
  onClose(): void;
}

const FORMATS = [
  {
    format: "html",
    name: "Page",
    extension: "html",
    description: "one HTML file that opens anywhere, without a server",
  },
  { format: "markdown", name: "Markdown", extension: "md", description: "text to read, paste or commit" },
  { format: "json", name: "JSON", extension: "json", description: "every field, for programs" },
  { format: "mermaid", name: "Mermaid", extension: "mmd", description: "the graph as code for Markdown" },
  { format: "svg", name: "SVG", extension: "svg", description: "the graph as an image" },
] as const;

/** Copies the link of a session or saves it as a file. */
export function ShareDialog({ session, asOf, onClose }: ShareDialogProps) {
  const [busy, setBusy] = useState<string | undefined>(undefined);
  const save = async (format: string, extension: string) => {
    setBusy(format);
    try {
      const response = await api.exportSession(session.id, format, asOf);
      saveAs(await response.blob(), `${session.id}.${extension}`);
      say(`Saved ${session.id}.${extension}.`);
    } catch (error) {
      say(asApiError(error).message, "failed");
    }
    setBusy(undefined);
  };
  const link = location.origin + addressOf(sessionRoute(session.id));
  return (
    <Dialog title="Share session" class="share-dialog" onClose={onClose}>
      <div class="share-link">
        <code>{link}</code>
        <CopyButton text={link} what="the link" />
      </div>
      <p class="quiet">The link works for people who can open this page.</p>
      <h3>Download a copy{asOf !== undefined && ` as of thought ${asOf}`}</h3>
      <p class="quiet">
        Anyone can open a downloaded file. Text that looks like a secret is removed; check it before you share
        it.
      </p>
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
