import type { ComponentChildren } from "preact";

/** What scrolls, and how a screen reader calls it. */
export interface ScrollerProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Something wide that scrolls by itself. It takes the focus, so that keys can scroll it. */
export function Scroller({ label, class: className = "", children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus the keyboard cannot scroll it
    <div class={`scroller ${className}`} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

/** Lines of code. */
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
