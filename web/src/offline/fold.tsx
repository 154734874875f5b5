import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { isPrinting } from "./thought-text.tsx";

/** What is folded, and under which words. */
export interface FoldProps {
  readonly title: string;
  readonly class?: string;
  /** Whether it is open from the beginning. */
  readonly opens?: boolean;
  readonly children: ComponentChildren;
}

/** A fold whose content is made when it is opened, and always on paper. */
export function Fold({ title, class: className, opens = false, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(opens);
  const isShown = isOpen || isPrinting.value;
  return (
    <details class={className} open={isShown} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isShown && children}
    </details>
  );
}
