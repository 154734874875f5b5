/** A row that keeps its position on the screen while rows around it change their heights. */
export interface Anchor {
  readonly key: number;
  /** The position of the row in the list, and of the list on the page. */
  readonly top: number;
  readonly listTop: number;
  /** The scroll position of the page. */
  readonly scroll: number;
}

/** The preferred row if it is visible, else the first visible one. */
export function findAnchor(list: HTMLElement, preferred: number | undefined): Anchor | undefined {
  const head = coveredHeight();
  const row = preferred === undefined ? undefined : rowElement(list, preferred);
  if (row) {
    const { top } = row.getBoundingClientRect();
    if (top >= head && top < innerHeight) return anchorAt(list, row);
  }
  for (const element of list.children) {
    if (!(element instanceof HTMLElement) || element.dataset.key === undefined) continue;
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > head && top < innerHeight) return anchorAt(list, element);
  }
  return undefined;
}

/** Scrolls so that the anchor keeps its position, and returns it updated; undefined if it is no longer rendered. */
export function holdAnchor(list: HTMLElement, anchor: Anchor): Anchor | undefined {
  const element = rowElement(list, anchor.key);
  if (!element) return undefined;
  const now = anchorAt(list, element);
  // While the start of the list is visible, content above it may push it down.
  const isStartVisible = list.getBoundingClientRect().top > coveredHeight();
  const moved = now.top - anchor.top + (isStartVisible ? 0 : now.listTop - anchor.listTop);
  if (Math.abs(moved) < 0.5) return now;
  // If the page became shorter, the browser has already scrolled it back.
  const { scrollHeight, clientHeight } = document.documentElement;
  if (scrollY < scrollHeight - clientHeight - 1) scrollBy({ top: moved, behavior: "instant" });
  else scrollTo({ top: anchor.scroll + moved, behavior: "instant" });
  return { ...now, scroll: scrollY };
}

/** Scrolls a row to `offset` pixels below the top of the screen. */
export function scrollToRow(list: HTMLElement, key: number, offset: number): void {
  const element = rowElement(list, key);
  const distance = (element?.getBoundingClientRect().top ?? offset) - offset;
  if (Math.abs(distance) > 0.5) scrollBy({ top: distance, behavior: "instant" });
}

/** The height of sticky elements at the top of the screen. */
export function coveredHeight(): number {
  let covered = 0;
  for (const element of document.querySelectorAll<HTMLElement>(".header, [data-sticky]"))
    covered += element.offsetHeight;
  return covered;
}

function anchorAt(list: HTMLElement, element: HTMLElement): Anchor {
  const listTop = list.getBoundingClientRect().top;
  return {
    key: Number(element.dataset.key),
    top: element.getBoundingClientRect().top - listTop,
    listTop: listTop + scrollY,
    scroll: scrollY,
  };
}

function rowElement(list: HTMLElement, key: number): HTMLElement | null {
  return list.querySelector(`:scope > [data-key="${key}"]`);
}
