import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

/** What a dialog is made from. */
export interface DialogProps {
  readonly title: string;
  readonly class?: string;
  /** A dialog that must be answered has no way out. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

/**
 * A dialog over the page. The browser keeps the focus in it; it begins where `data-first` is, at once, so that no letter
 * is lost that is typed after the key that opened it.
 */
export function Dialog({ title, class: className = "", onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement as HTMLElement | null;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      dialog.close();
      before?.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog, the click outside is one more way
    <dialog
      ref={element}
      class={`dialog ${className}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose?.();
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2>{title}</h2>
          {onClose && (
            <button type="button" class="icon-button" onClick={onClose} aria-label="Close">
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
