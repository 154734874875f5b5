import type { ComponentChildren } from "preact";

export interface ScrollerProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A horizontally scrolling region. It is focusable, so that keys can scroll it. */
export function Scroller({ label, class: className = "", children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can only scroll a focused element
    <div class={`scroller ${className}`} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

/** A code block. */
export function CodeLines({
  label = "Code",
  children,
}: {
  readonly label?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <Scroller label={label} class="code-lines">
      <pre dir="ltr">
        <code>{children}</code>
      </pre>
    </Scroller>
  );
}
