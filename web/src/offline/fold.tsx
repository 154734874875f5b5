import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { isPrinting } from "./thought-text.tsx";

export interface FoldProps {
  readonly title: string;
  readonly class?: string;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** A collapsible section. Its content is rendered when it is opened, and always for print. */
export function Fold({ title, class: className, isOpen: isOpenAtFirst = false, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const isShown = isOpen || isPrinting.value;
  return (
    <details class={className} open={isShown} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isShown && children}
    </details>
  );
}
