import { useRef } from "preact/hooks";
import { Visible } from "../../text/visible-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NameField } from "./name-field.tsx";

export interface NotebookTitleProps {
  readonly title: string;
  readonly isRenaming: boolean;
  onRenameStart(): void;
  onRename(before: string, title: string): Promise<boolean>;
  onEnd(): void;
}

const LONGEST_TITLE = 200;

/** The title of a notebook, with a field to change it. */
export function NotebookTitle({ title, isRenaming, onRenameStart, onRename, onEnd }: NotebookTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div class="notebook-title">
      <h1 tabIndex={-1} ref={heading} class={isRenaming ? "visually-hidden" : ""}>
        <Visible text={title} />
      </h1>
      {isRenaming ? (
        <NameField
          label="New title"
          name={title}
          subject={title}
          maxLength={LONGEST_TITLE}
          onRename={onRename}
          onClose={(how) => {
            onEnd();
            if (how === "key") heading.current?.focus();
          }}
        />
      ) : (
        <button
          type="button"
          class="icon-button"
          aria-label="Rename notebook"
          title="Rename"
          onClick={onRenameStart}
        >
          <Icon name="edit" />
        </button>
      )}
    </div>
  );
}
