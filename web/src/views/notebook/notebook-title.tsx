import { useRef } from "preact/hooks";
import { Visible } from "../../text/visible-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NameField } from "./name-field.tsx";

/** What the heading of a notebook is made from. */
export interface NotebookTitleProps {
  readonly title: string;
  readonly isRenamed: boolean;
  onAsk(): void;
  onRename(before: string, title: string): Promise<boolean>;
  onEnd(): void;
}

/** A title has no more letters. */
const LONGEST_TITLE = 200;

/** The title of a notebook, and a field for another. */
export function NotebookTitle({ title, isRenamed, onAsk, onRename, onEnd }: NotebookTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div class="notebook-title">
      <h1 tabIndex={-1} ref={heading} class={isRenamed ? "visually-hidden" : ""}>
        <Visible text={title} />
      </h1>
      {isRenamed ? (
        <NameField
          label="New title of the notebook"
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
          aria-label="Rename the notebook"
          title="Rename"
          onClick={onAsk}
        >
          <Icon name="edit" />
        </button>
      )}
    </div>
  );
}
