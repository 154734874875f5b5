import { useEffect, useMemo, useRef } from "preact/hooks";
import { visible } from "../../text/visible-text.tsx";
import { codePieces } from "./colours.ts";
import { type Edit, indented, newLine, outdented, type Typing } from "./editor-keys.ts";

/** What an editor edits, and what its keys do. */
export interface EditorProps {
  readonly label: string;
  readonly value: string;
  readonly isCode: boolean;
  readonly takesFocus?: boolean;
  onType(value: string): void;
  onSave(): void;
  /** Ctrl-Enter; with Shift-Enter the reader also goes on to the next cell. */
  onRun(goesOn: boolean): void;
  /** Escape: the keyboard leaves the text. */
  onLeave(): void;
}

/** A field for code or Markdown that is as large as its text. The colours lie behind the letters that are typed. */
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
          This text has characters that hide or turn others:{" "}
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
  const doing = (run: () => void) => {
    event.preventDefault();
    run();
  };
  if (key === "Escape") doing(props.onLeave);
  else if (key === "Enter" && (isMod || shiftKey)) doing(() => props.onRun(shiftKey));
  else if (isMod && key.toLowerCase() === "s") doing(props.onSave);
  else if (!props.isCode || isMod) return;
  else if (key === "Tab") doing(() => edit(field, shiftKey ? outdented : indented));
  else if (key === "Enter") doing(() => edit(field, newLine));
}

/** Types for the reader, so that undo takes it back. */
function edit(field: HTMLTextAreaElement, how: (typing: Typing) => Edit): void {
  const { value, selectionStart, selectionEnd } = field;
  const { from, to, text, start, end } = how({ value, start: selectionStart, end: selectionEnd });
  field.setSelectionRange(from, to);
  const isTyped = document.execCommand(text === "" ? "delete" : "insertText", false, text);
  if (!isTyped) {
    field.setRangeText(text, from, to);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}

/** The first lines that have such characters. */
function hiddenLines(text: string): string {
  const lines = text.split("\n").filter((line) => typeof visible(line) !== "string");
  return lines
    .slice(0, 3)
    .map((line) => line.trim().slice(0, 120))
    .join(" … ");
}
