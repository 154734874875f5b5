/** Moves the focus to the next or previous element of a list; from elsewhere, to the first. */
export function moveFocus(selector: string, step: 1 | -1): void {
  const elements = [...document.querySelectorAll<HTMLElement>(selector)];
  const index = elements.indexOf(document.activeElement as HTMLElement);
  const next = elements[index < 0 ? 0 : Math.min(elements.length - 1, Math.max(0, index + step))];
  next?.focus();
  next?.closest("li")?.scrollIntoView({ block: "nearest" });
}
