/** A row that stays where it is on the screen while rows around it change their heights. */
export interface Anchor {
  readonly key: number;
  /** Where it begins within its list, and where the list begins on the page. */
  readonly top: number;
  readonly listTop: number;
  /** How far the page was scrolled. */
  readonly scroll: number;
}

/** The row that the reader looks at: the preferred one when it is in sight, else the first that is. */
export function findAnchor(list: HTMLElement, preferred: number | undefined): Anchor | undefined {
  const head = coveredHeight();
  const own = preferred === undefined ? undefined : rowElement(list, preferred);
  if (own) {
    const { top } = own.getBoundingClientRect();
    if (top >= head && top < innerHeight) return anchorAt(list, own);
  }
  for (const element of list.children) {
    if (!(element instanceof HTMLElement) || element.dataset.key === undefined) continue;
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > head && top < innerHeight) return anchorAt(list, element);
  }
  return undefined;
}

/** Scrolls so that the anchor is where it was, and tells where that is now; nothing when it is not there any more. */
export function holdAnchor(list: HTMLElement, anchor: Anchor): Anchor | undefined {
  const element = rowElement(list, anchor.key);
  if (!element) return undefined;
  const now = anchorAt(list, element);
  // As long as the reader sees where the list begins, what is above it may push it down.
  const isBeginInSight = list.getBoundingClientRect().top > coveredHeight();
  const moved = now.top - anchor.top + (isBeginInSight ? 0 : now.listTop - anchor.listTop);
  if (Math.abs(moved) < 0.5) return now;
  // A page that has become shorter than it was scrolled is scrolled back by the browser, which must not count twice.
  const { scrollHeight, clientHeight } = document.documentElement;
  if (scrollY < scrollHeight - clientHeight - 1) scrollBy({ top: moved, behavior: "instant" });
  else scrollTo({ top: anchor.scroll + moved, behavior: "instant" });
  return { ...now, scroll: scrollY };
}

/** Scrolls so that a row begins so far below the top of the screen; tells whether it is there. */
export function putRow(list: HTMLElement, key: number, below: number): boolean {
  const element = rowElement(list, key);
  const away = (element?.getBoundingClientRect().top ?? below) - below;
  if (Math.abs(away) > 0.5) scrollBy({ top: away, behavior: "instant" });
  return element !== null;
}

/** How much of the screen is covered by what stays at its top. */
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
