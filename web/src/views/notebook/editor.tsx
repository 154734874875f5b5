import { useEffect, useMemo, useRef } from "preact/hooks";
import { codePieces } from "../../text/highlight-code.ts";
import { visible } from "../../text/visible-text.tsx";
import { type Edit, indent, newLine, outdent, type Selection } from "./editor-keys.ts";

export interface EditorProps {
  readonly label: string;
  readonly value: string;
  readonly isCode: boolean;
  readonly takesFocus?: boolean;
  onType(value: string): void;
  onSave(): void;
  /** Ctrl-Enter; Shift-Enter also moves to the next cell. */
  onRun(andNext: boolean): void;
  /** Escape leaves the field. */
  onLeave(): void;
}

/** A field for code or Markdown that grows with its text. Highlighted code is layered behind it. */
export function Editor(props: EditorProps) {
  const { label, value, isCode, takesFocus, onType, onSave } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const pieces = useMemo(
    () => (isCode ? codePieces(value) : [{ text: value, kind: "" as const }]),
    [value, isCode],
  );
  const hasHidden = useMemo(() => typeof visible(value) !== "string", [value]);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <div class={`editor${isCode ? " is-code" : ""}`}>
        <div class="editor-paper">
          <pre aria-hidden="true" dir={isCode ? "ltr" : "auto"}>
            {pieces.map(({ text, kind }, index) =>
              kind === "" ? (
                text
              ) : (
                <span key={index} class={`code-${kind}`}>
                  {text}
                </span>
              ),
            )}
            {"\n"}
          </pre>
          <textarea
            ref={field}
            aria-label={label}
            value={value}
            dir={isCode ? "ltr" : "auto"}
            spellcheck={!isCode}
            autocomplete="off"
            autocapitalize="off"
            wrap={isCode ? "off" : "soft"}
            onInput={(event) => onType(event.currentTarget.value)}
            onBlur={onSave}
            onKeyDown={(event) => onKey(event, event.currentTarget, props)}
          />
        </div>
      </div>
      {hasHidden && (
        <p class="output-note warning-note">
          This text contains hidden or direction-changing characters:{" "}
          <span class="hidden-lines">{visible(hiddenLines(value))}</span>
        </p>
      )}
    </>
  );
}

function onKey(event: KeyboardEvent, field: HTMLTextAreaElement, props: EditorProps): void {
  const { key, shiftKey, altKey, isComposing } = event;
  const isMod = event.ctrlKey || event.metaKey;
  if (isComposing || altKey) return;
  const handle = (run: () => void) => {
    event.preventDefault();
    run();
  };
  if (key === "Escape") handle(props.onLeave);
  else if (key === "Enter" && (isMod || shiftKey)) handle(() => props.onRun(shiftKey));
  else if (isMod && key.toLowerCase() === "s") handle(props.onSave);
  else if (!props.isCode || isMod) return;
  else if (key === "Tab") handle(() => edit(field, shiftKey ? outdent : indent));
  else if (key === "Enter") handle(() => edit(field, newLine));
}

/** Edits through the browser, so that undo works. */
function edit(field: HTMLTextAreaElement, change: (selection: Selection) => Edit): void {
  const { value, selectionStart, selectionEnd } = field;
  const { from, to, text, start, end } = change({ value, start: selectionStart, end: selectionEnd });
  field.setSelectionRange(from, to);
  const isTyped = document.execCommand(text === "" ? "delete" : "insertText", false, text);
  if (!isTyped) {
    field.setRangeText(text, from, to);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}

/** The first lines with hidden characters. */
function hiddenLines(text: string): string {
  const lines = text.split("\n").filter((line) => typeof visible(line) !== "string");
  return lines
    .slice(0, 3)
    .map((line) => line.trim().slice(0, 120))
    .join(" … ");
}
