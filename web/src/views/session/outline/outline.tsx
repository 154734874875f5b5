import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isRestoringScroll } from "../../../input/scroll.ts";
import { VirtualList, type VirtualListHandle } from "../../../ui/virtual-list/virtual-list.tsx";
import { rowFor, rowOf } from "../model/outline-rows.ts";
import type { Reading } from "../reading.ts";
import "./outline.css";
import { gutterFor, useIsNarrow } from "./lane-gutter.tsx";
import { NewThoughts } from "./new-thoughts.tsx";
import { OutlineRow } from "./outline-row.tsx";
import { estimateHeight } from "./row-height.ts";
import { useNews } from "./use-news.ts";

/** What the outline is shown with. */
export interface OutlineProps {
  readonly reading: Reading;
  readonly wantsFocus: { current: boolean };
  /** Whether the last thought is kept in sight, as the moment moves. */
  readonly followsMoment: boolean;
}

/** The thoughts of a session in order of arrival, with their lanes beside them, as a tree. */
export function Outline({ reading, wantsFocus, followsMoment }: OutlineProps) {
  const { marks, rows, folded, cursor, count, lanes } = reading;
  const isNarrow = useIsNarrow();
  const list = useRef<VirtualListHandle>(null);
  const reserved = useRef(0);
  if (reserved.current === 0 && reading.store.isWhole.value)
    reserved.current = Math.max(2, Math.min(lanes.width + 1, 8));
  const gutter = useMemo(
    () => gutterFor(lanes.width, reserved.current || Math.min(lanes.width + 1, 8), isNarrow),
    [lanes.width, reserved.current, isNarrow],
  );
  const isFolded = useMemo(() => (branch: number) => folded.has(branch), [folded]);
  // Rows that are added are no others: the functions stay, and with them the heights that are known.
  const latest = useRef({ rows, marks });
  latest.current = { rows, marks };
  const keyOf = useMemo(() => (row: number) => latest.current.rows.keys[row]!, [rows.origin]);
  const estimate = useMemo(
    () => (row: number) => estimateHeight(latest.current.marks.beginning, keyOf(row), isNarrow),
    [keyOf, isNarrow],
  );
  const pinned = rowFor(rows, cursor);
  const news = useNews(count, reading.isLive);
  const last = rows.keys.length - 1;

  // The reader sees where they went; a link to a thought brings it to the top.
  const shown = useRef(0);
  const isThere = rowOf(rows, cursor) !== undefined;
  useLayoutEffect(() => {
    if (!isThere || (shown.current === cursor && !wantsFocus.current)) return;
    const isFirst = shown.current === 0;
    shown.current = cursor;
    if (isFirst && (reading.thought === undefined || isRestoringScroll())) return;
    list.current?.show(pinned, isFirst ? "start" : "nearest");
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    document
      .getElementById(cursor > 0 ? `thought-${cursor}` : `heading-${-cursor}`)
      ?.focus({ preventScroll: true });
  }, [cursor, isThere, reading.thought]);

  // Who is at the end stays there; everyone else stays where they are.
  const before = useRef(count);
  // As it was before what is new was drawn.
  const wasAtEnd = news.isAtEnd.current;
  useLayoutEffect(() => {
    const isFollowing = followsMoment ? before.current !== count : count > before.current && wasAtEnd;
    before.current = count;
    if (isFollowing && last >= 0) list.current?.show(last, followsMoment ? "nearest" : "end");
  }, [count]);

  const render = (row: number) => (
    <OutlineRow reading={reading} row={row} gutter={gutter} isFolded={isFolded} isCurrent={row === pinned} />
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the session view */}
      <div
        class="outline"
        role="tree"
        aria-label="Thoughts"
        onClick={(event) => openClicked(event, reading)}
        onFocusIn={(event) => followFocus(event, reading)}
      >
        <VirtualList
          count={rows.keys.length}
          keyOf={keyOf}
          estimate={estimate}
          render={render}
          pinned={pinned}
          handle={list}
          onSight={({ isAtEnd }) => news.see(isAtEnd)}
        />
      </div>
      <NewThoughts count={news.unseen} onShow={() => list.current?.show(last, "end")} />
    </>
  );
}

/** A click on a thought opens it, on a heading folds it; links, buttons and selected text are left alone. */
function openClicked(event: MouseEvent, reading: Reading): void {
  const target = event.target as Element;
  if (target.closest("a, button, summary") || getSelection()?.isCollapsed === false) return;
  const item = target.closest<HTMLElement>("[role=treeitem]");
  if (!item) return;
  const { seq, heading } = item.dataset;
  if (seq !== undefined) reading.moveTo(Number(seq), { open: true });
  else if (heading !== undefined) {
    reading.moveTo(-Number(heading));
    reading.toggleFold(reading.marks.branch[Number(heading) - 1]!);
  }
}

/** The row that a key brought the focus to is where keys lead from. */
function followFocus(event: FocusEvent, { cursor, moveTo }: Reading): void {
  if (!(event.target as HTMLElement).matches(":focus-visible")) return;
  const { seq, heading } = (event.target as HTMLElement).dataset;
  const key = seq === undefined ? -Number(heading ?? 0) : Number(seq);
  // The first row is there to be tabbed to; being on it chooses nothing yet.
  if (key !== 0 && key !== cursor) moveTo(key);
}
