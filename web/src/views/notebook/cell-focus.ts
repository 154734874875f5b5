const cells = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-cell]")];

/** The id of the cell that has the keyboard, or something in it. */
export function focusedCell(): string | undefined {
  return document.activeElement?.closest<HTMLElement>("[data-cell]")?.dataset.cell;
}

/** Gives the keyboard to a cell. */
export function focusCell(id: string): void {
  cells()
    .find((cell) => cell.dataset.cell === id)
    ?.focus({ preventScroll: true });
}

/** Moves the keyboard to another cell: from none to the first. */
export function moveAmongCells(step: 1 | -1): void {
  const all = cells();
  const at = all.findIndex((cell) => cell.dataset.cell === focusedCell());
  const next = all[at < 0 ? 0 : at + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}
