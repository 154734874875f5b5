/** Moves the focus from row to row; from elsewhere, to the first. */
export function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(".session-title")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? links[0] : links[Math.min(links.length - 1, Math.max(0, at + step))];
  next?.focus();
  next?.closest("li")?.scrollIntoView({ block: "nearest" });
}
