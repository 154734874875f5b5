import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Anchor, coveredHeight, findAnchor, holdAnchor, scrollToRow } from "./anchor.ts";
import { createHeights, largestEstimate } from "./heights.ts";
import { windowPieces } from "./window-pieces.ts";

export interface VirtualListProps {
  readonly count: number;
  /**
   * The identity of a row, by which its height is cached. Pass a new function if rows change or are removed, and the same
   * one if rows are only appended.
   */
  readonly keyOf: (row: number) => number;
  /** The estimated height of a row that was never rendered. */
  readonly estimate: (row: number) => number;
  readonly render: (row: number) => ComponentChildren;
  /** A row that is always rendered, such as the focused one. */
  readonly pinned?: number;
  readonly handle?: RefObject<VirtualListHandle | null>;
  /** Called when the visible rows may have changed. */
  readonly onScroll?: (visible: VisibleRows) => void;
}

/** The visible rows. */
export interface VisibleRows {
  readonly first: number;
  readonly last: number;
  readonly isAtEnd: boolean;
}

export interface VirtualListHandle {
  /** Scrolls a row into view: to the nearest edge unless it is visible, to the top, or to the end of the list. */
  show(row: number, where?: "nearest" | "start" | "end"): void;
}

/** Pixels beyond the screen in which rows are rendered. */
const OVERSCAN = 500;
const MARGIN = 16;
const NEAR_END = 60;
/** After `show`, the position is held this long while rows are measured. */
const HOLD_MS = 1_500;

/**
 * Renders the visible rows of a long list, which scrolls with the page. When rows above differ from their estimates, the
 * page scrolls by the difference, so that visible rows do not move.
 */
export function VirtualList(props: VirtualListProps) {
  const { count, keyOf, estimate, render, pinned, handle } = props;
  const list = useRef<HTMLDivElement>(null);
  const measured = useRef(new Map<number, number>()).current;
  const anchor = useRef<Anchor | undefined>(undefined);
  const holding = useRef<
    { readonly key: number; readonly isEnd: boolean; readonly until: number } | undefined
  >(undefined);
  const [range, setRange] = useState<readonly [number, number]>([0, -1]);
  const largest = largestEstimate(count);
  const heights = useMemo(createHeights, [keyOf, estimate, largest]);
  heights.grow(count, (row) => measured.get(keyOf(row)) ?? Math.min(estimate(row), largest));
  const latest = useRef({ heights, props });
  latest.current = { heights, props };
  const preferred = () => {
    const { pinned: row, count: many, keyOf: keyNow } = latest.current.props;
    return row !== undefined && row >= 0 && row < many ? keyNow(row) : undefined;
  };

  const update = () => {
    const { heights: now, props: current } = latest.current;
    const { top } = list.current!.getBoundingClientRect();
    const next = [now.at(-top - OVERSCAN), now.at(innerHeight - top + OVERSCAN)] as const;
    setRange((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
    current.onScroll?.({
      first: now.at(coveredHeight() - top),
      last: now.at(innerHeight - top),
      isAtEnd: top + now.total <= innerHeight + NEAR_END,
    });
  };

  /** Records the height of a row. Returns whether it changed. */
  const record = (element: HTMLElement, height: number): boolean => {
    const [key, row] = [Number(element.dataset.key), Number(element.dataset.row)];
    if (height === 0 || Math.abs((measured.get(key) ?? 0) - height) < 0.25) return false;
    measured.set(key, height);
    const { heights: now, props: current } = latest.current;
    if (row < now.count && current.keyOf(row) === key) now.set(row, height);
    return true;
  };

  /** Called after rows were rendered or resized: holds the position and updates the visible range. */
  const settle = () => {
    const target = holding.current;
    if (target && performance.now() < target.until) {
      const { bottom } = list.current!.getBoundingClientRect();
      if (target.isEnd) scrollBy({ top: bottom - (innerHeight - MARGIN), behavior: "instant" });
      else scrollToRow(list.current!, target.key, coveredHeight() + MARGIN);
      anchor.current = undefined;
    }
    const updated = anchor.current && holdAnchor(list.current!, anchor.current);
    anchor.current = updated ?? findAnchor(list.current!, preferred());
    update();
  };

  // Measured synchronously, because the visible range and the scroll position depend on it.
  useLayoutEffect(() => {
    for (const element of list.current!.children)
      if (element instanceof HTMLElement && element.dataset.key !== undefined)
        record(element, element.getBoundingClientRect().height);
    settle();
  });

  useEffect(() => {
    let isScheduled = false;
    const onScroll = () => {
      if (!list.current) return;
      // Rows may have changed since the last update: holds the position first.
      if (anchor.current) holdAnchor(list.current, anchor.current);
      anchor.current = findAnchor(list.current, preferred()) ?? anchor.current;
      if (isScheduled) return;
      isScheduled = true;
      requestAnimationFrame(() => {
        isScheduled = false;
        if (list.current) update();
      });
    };
    const listening = new AbortController();
    for (const event of ["scroll", "resize"])
      addEventListener(event, onScroll, { passive: true, signal: listening.signal });
    const release = () => {
      holding.current = undefined;
    };
    for (const event of ["wheel", "touchstart", "keydown", "pointerdown"])
      addEventListener(event, release, { passive: true, signal: listening.signal });
    return () => listening.abort();
  }, []);

  const observer = useMemo(
    () =>
      new ResizeObserver((entries) => {
        let hasChanged = false;
        for (const { target, borderBoxSize } of entries)
          hasChanged =
            // Content above the list moves it.
            target === document.body ||
            (target.isConnected && record(target as HTMLElement, borderBoxSize[0]!.blockSize)) ||
            hasChanged;
        if (hasChanged && list.current) settle();
      }),
    [],
  );
  useEffect(() => {
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [observer]);

  if (handle)
    handle.current = {
      show(row, where = "nearest") {
        const { heights: now, props: current } = latest.current;
        if (row < 0 || row >= now.count) return;
        const listTop = list.current!.getBoundingClientRect().top;
        const top = listTop + now.before(row);
        const highest = coveredHeight() + MARGIN;
        const lowest = innerHeight - MARGIN - now.of(row);
        holding.current = undefined;
        if (where === "nearest" && top >= highest && top <= lowest) return;
        // A row taller than the screen is shown from its start.
        const isFromStart = where === "start" || (where === "nearest" && top < highest) || lowest < highest;
        const key = current.keyOf(row);
        anchor.current = { key, top: now.before(row), listTop: listTop + scrollY, scroll: scrollY };
        if (where !== "nearest")
          holding.current = { key, isEnd: where === "end", until: performance.now() + HOLD_MS };
        const destination = top + scrollY - (isFromStart ? highest : lowest);
        scrollTo({ top: destination, behavior: "instant" });
        // A page that is not painted yet does not scroll.
        const { scrollHeight, clientHeight } = document.documentElement;
        const reachable = Math.min(scrollHeight - clientHeight, Math.max(0, destination));
        if (Math.abs(scrollY - reachable) > 2)
          requestAnimationFrame(() => list.current && this.show(row, where));
        else update();
      },
    };

  return (
    <div ref={list} class="virtual-list" role="none">
      {windowPieces(heights, range, pinned).map((piece) =>
        "gap" in piece ? (
          <div key={`gap ${piece.gap}`} role="none" style={{ height: `${piece.height}px` }} />
        ) : (
          <Row key={keyOf(piece.row)} row={piece.row} name={keyOf(piece.row)} observer={observer}>
            {render(piece.row)}
          </Row>
        ),
      )}
    </div>
  );
}

interface RowProps {
  readonly row: number;
  readonly name: number;
  readonly observer: ResizeObserver;
  readonly children: ComponentChildren;
}

function Row({ row, name, observer, children }: RowProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    observer.observe(current!);
    return () => observer.unobserve(current!);
  }, [observer]);
  return (
    <div ref={element} role="none" class="window-row" data-row={row} data-key={name}>
      {children}
    </div>
  );
}
