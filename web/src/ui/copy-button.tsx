import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { say } from "./toast.ts";

export interface CopyButtonProps {
  readonly text: string;
  /** Name of the text, such as "the command for Claude Code". */
  readonly what: string;
  readonly label?: string;
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, what, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      say(`Copied ${what}.`);
      setTimeout(() => setIsCopied(false), 2_000);
    } catch {
      say("Copying is not allowed by the browser. Select the text instead.", "failed");
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
