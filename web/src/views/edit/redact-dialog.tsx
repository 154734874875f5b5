import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { Thought } from "../../data/api-types.ts";
import { asApiError } from "../../data/resource.ts";
import { excerpt } from "../../text/excerpt.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { say } from "../../ui/toast.ts";

export interface RedactDialogProps {
  readonly thought: Pick<Thought, "sessionId" | "seq" | "number" | "content">;
  onRedacted(): void;
  onClose(): void;
}

const LONGEST_REASON = 500;

/** Explains the consequences of redacting and asks for the reason. */
export function RedactDialog({ thought, onRedacted, onClose }: RedactDialogProps) {
  const { sessionId, seq, number, content } = thought;
  const [reason, setReason] = useState("");
  const redact = async () => {
    onClose();
    try {
      await api.redact(sessionId, seq, reason.trim());
      onRedacted();
      say(`Redacted thought ${number}.`);
    } catch (error) {
      say(asApiError(error).message, "failed");
    }
  };
  return (
    <Dialog title={`Redact thought ${number}?`} class="edit-dialog" onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void redact();
        }}
      >
        <blockquote class="redact-quote" dir="auto">
          <Visible text={excerpt(content.slice(0, 140).toWellFormed())} />
        </blockquote>
        <p>
          Its text, critique and evidence are replaced by your name, the time and the reason, also where
          calls, notebooks, notes and exported files in the data folder quote it. Its number, branch and links
          stay. <strong>This cannot be undone.</strong>
        </p>
        <label class="field">
          <span>Reason, shown in place of the text</span>
          <input
            data-first
            autocomplete="off"
            required
            maxLength={LONGEST_REASON}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button danger" disabled={reason.trim() === ""}>
            Redact for good
          </button>
        </div>
      </form>
    </Dialog>
  );
}
