const cells = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-cell]")];

/** The id of the cell that contains the focus. */
export function focusedCell(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-cell]")?.dataset.cell;
}

export function focusCell(id: string): void {
  cells()
    .find((cell) => cell.dataset.cell === id)
    ?.focus({ preventScroll: true });
}

/** Moves the focus to the next or previous cell; from elsewhere, to the first. */
export function moveAmongCells(step: 1 | -1): void {
  const all = cells();
  const index = all.findIndex((cell) => cell.dataset.cell === focusedCell());
  const next = all[index < 0 ? 0 : index + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}
