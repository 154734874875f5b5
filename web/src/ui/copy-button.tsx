import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { say } from "./toast.ts";

/** What is copied, and what it is called. */
export interface CopyButtonProps {
  readonly text: string;
  /** For a screen reader, such as "the command for Claude Code". */
  readonly what: string;
  /** What stands on the button. */
  readonly label?: string;
}

/** Copies a text, and says so. */
export function CopyButton({ text, what, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      say(`Copied ${what}.`);
      setTimeout(() => setIsCopied(false), 2_000);
    } catch {
      say("The browser does not let the page copy. Select the text instead.", "failed");
    }
  };
  return (
    <button
      type="button"
      class="button small"
      onClick={copy}
      aria-label={label === undefined ? `Copy ${what}` : undefined}
    >
      <Icon name={isCopied ? "check" : "copy"} />
      {isCopied ? "Copied" : (label ?? "Copy")}
    </button>
  );
}
