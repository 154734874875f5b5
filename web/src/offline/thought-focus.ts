export const thoughtElement = (seq: number): HTMLElement | null => document.getElementById(`t${seq}`);

/** Scrolls to a thought and focuses it. */
export function showThought(seq: number): void {
  const element = thoughtElement(seq);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "start" });
}

/** Moves the focus to the next or previous thought; from elsewhere, to the first visible one. */
export function moveAmongThoughts(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(".thought")];
  const current = document.activeElement?.closest<HTMLElement>(".thought");
  const next = current
    ? all[all.indexOf(current) + step]
    : all.find((item) => item.getBoundingClientRect().bottom > 80);
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}
