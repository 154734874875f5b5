import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Anchor, coveredHeight, findAnchor, holdAnchor, putRow } from "./anchor.ts";
import { createHeights, roomFor } from "./heights.ts";
import { windowPieces } from "./window-pieces.ts";

/** A list of which only what is in sight is there. It scrolls with the page. */
export interface VirtualListProps {
  readonly count: number;
  /**
   * What a row is, wherever it stands: its height is remembered by this. Another function when rows are others or fewer; the
   * same one when rows are only added at the end.
   */
  readonly keyOf: (row: number) => number;
  /** About how tall a row is that was never seen. */
  readonly estimate: (row: number) => number;
  readonly render: (row: number) => ComponentChildren;
  /** A row that is there wherever the reader is, such as the one with the focus. */
  readonly pinned?: number;
  readonly handle?: RefObject<VirtualListHandle | null>;
  /** Told whenever the reader has moved or rows have changed. */
  readonly onSight?: (sight: Sight) => void;
}

/** Which rows are in sight. */
export interface Sight {
  readonly first: number;
  readonly last: number;
  readonly isAtEnd: boolean;
}

/** What can be done with a list from outside. */
export interface VirtualListHandle {
  /** Brings a row into sight: to the nearest edge unless it is in sight already, to the top, or the end of the list. */
  show(row: number, where?: "nearest" | "start" | "end"): void;
}

/** So far beyond the edges of the screen rows are there. */
const BEYOND = 500;
const MARGIN = 16;
const NEAR_END = 60;
/** So long after a row was brought to the top, or the end into sight, it stays there while rows find their heights. */
const STICKING_MS = 1_500;

/**
 * Shows the rows of a long list that are in sight, with room for all others. What the reader looks at does not move when
 * rows above it turn out taller or shorter than was thought: the page scrolls by the difference.
 */
export function VirtualList(props: VirtualListProps) {
  const { count, keyOf, estimate, render, pinned, handle } = props;
  const list = useRef<HTMLDivElement>(null);
  const known = useRef(new Map<number, number>()).current;
  const anchor = useRef<Anchor | undefined>(undefined);
  const sticking = useRef<
    { readonly key: number; readonly isEnd: boolean; readonly until: number } | undefined
  >(undefined);
  const [range, setRange] = useState<readonly [number, number]>([0, -1]);
  const mostRoom = roomFor(count);
  const heights = useMemo(createHeights, [keyOf, estimate, mostRoom]);
  heights.grow(count, (row) => known.get(keyOf(row)) ?? Math.min(estimate(row), mostRoom));
  const latest = useRef({ heights, props });
  latest.current = { heights, props };
  const preferred = () => {
    const { pinned: row, count: many, keyOf: keyNow } = latest.current.props;
    return row !== undefined && row >= 0 && row < many ? keyNow(row) : undefined;
  };

  const look = () => {
    const { heights: now, props: given } = latest.current;
    const { top } = list.current!.getBoundingClientRect();
    const next = [now.at(-top - BEYOND), now.at(innerHeight - top + BEYOND)] as const;
    setRange((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
    given.onSight?.({
      first: now.at(coveredHeight() - top),
      last: now.at(innerHeight - top),
      isAtEnd: top + now.total <= innerHeight + NEAR_END,
    });
  };

  /** Takes in how tall a row really is; tells whether that is news. */
  const take = (element: HTMLElement, height: number): boolean => {
    const [key, row] = [Number(element.dataset.key), Number(element.dataset.row)];
    if (height === 0 || Math.abs((known.get(key) ?? 0) - height) < 0.25) return false;
    known.set(key, height);
    const { heights: now, props: given } = latest.current;
    if (row < now.count && given.keyOf(row) === key) now.set(row, height);
    return true;
  };

  /** After rows were drawn or changed: the reader's place is held, and what is in sight is looked at anew. */
  const settle = () => {
    const stuck = sticking.current;
    if (stuck && performance.now() < stuck.until) {
      const { bottom } = list.current!.getBoundingClientRect();
      if (stuck.isEnd) scrollBy({ top: bottom - (innerHeight - MARGIN), behavior: "instant" });
      else putRow(list.current!, stuck.key, coveredHeight() + MARGIN);
      anchor.current = undefined;
    }
    const held = anchor.current && holdAnchor(list.current!, anchor.current);
    anchor.current = held ?? findAnchor(list.current!, preferred());
    look();
  };

  // Rows are measured at once: which are in sight depends on it, and the reader's place on the page too.
  useLayoutEffect(() => {
    for (const element of list.current!.children)
      if (element instanceof HTMLElement && element.dataset.key !== undefined)
        take(element, element.getBoundingClientRect().height);
    settle();
  });

  useEffect(() => {
    let isAsked = false;
    const onScroll = () => {
      if (!list.current) return;
      // Rows may have changed since they were last looked at: first what that moved is put back.
      if (anchor.current) holdAnchor(list.current, anchor.current);
      anchor.current = findAnchor(list.current, preferred()) ?? anchor.current;
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        if (list.current) look();
      });
    };
    const listening = new AbortController();
    for (const event of ["scroll", "resize"])
      addEventListener(event, onScroll, { passive: true, signal: listening.signal });
    const letGo = () => {
      sticking.current = undefined;
    };
    for (const event of ["wheel", "touchstart", "keydown", "pointerdown"])
      addEventListener(event, letGo, { passive: true, signal: listening.signal });
    return () => listening.abort();
  }, []);

  const measure = useMemo(
    () =>
      new ResizeObserver((entries) => {
        let isOther = false;
        for (const { target, borderBoxSize } of entries)
          isOther =
            (target.isConnected && take(target as HTMLElement, borderBoxSize[0]!.blockSize)) || isOther;
        if (isOther && list.current) settle();
      }),
    [],
  );
  useEffect(() => () => measure.disconnect(), [measure]);

  if (handle)
    handle.current = {
      show(row, where = "nearest") {
        const { heights: now, props: given } = latest.current;
        if (row < 0 || row >= now.count) return;
        const listTop = list.current!.getBoundingClientRect().top;
        const top = listTop + now.before(row);
        const highest = coveredHeight() + MARGIN;
        const lowest = innerHeight - MARGIN - now.of(row);
        sticking.current = undefined;
        if (where === "nearest" && top >= highest && top <= lowest) return;
        // A row taller than the screen is shown from its beginning.
        const isFromStart = where === "start" || (where === "nearest" && top < highest) || lowest < highest;
        const key = given.keyOf(row);
        anchor.current = { key, top: now.before(row), listTop: listTop + scrollY, scroll: scrollY };
        if (where !== "nearest")
          sticking.current = { key, isEnd: where === "end", until: performance.now() + STICKING_MS };
        const target = top + scrollY - (isFromStart ? highest : lowest);
        scrollTo({ top: target, behavior: "instant" });
        // A page that was not painted yet does not scroll.
        const { scrollHeight, clientHeight } = document.documentElement;
        const reachable = Math.min(scrollHeight - clientHeight, Math.max(0, target));
        if (Math.abs(scrollY - reachable) > 2)
          requestAnimationFrame(() => list.current && this.show(row, where));
        else look();
      },
    };

  return (
    <div ref={list} class="virtual-list" role="none">
      {windowPieces(heights, range, pinned).map((piece) =>
        "gap" in piece ? (
          <div key={`gap ${piece.gap}`} role="none" style={{ height: `${piece.height}px` }} />
        ) : (
          <Row key={keyOf(piece.row)} row={piece.row} name={keyOf(piece.row)} measure={measure}>
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
  readonly measure: ResizeObserver;
  readonly children: ComponentChildren;
}

function Row({ row, name, measure, children }: RowProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    measure.observe(current!);
    return () => measure.unobserve(current!);
  }, [measure]);
  return (
    <div ref={element} role="none" class="window-row" data-row={row} data-key={name}>
      {children}
    </div>
  );
}
