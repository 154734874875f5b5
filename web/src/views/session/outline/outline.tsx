import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isRestoringScroll } from "../../../input/scroll.ts";
import { VirtualList, type VirtualListHandle } from "../../../ui/virtual-list/virtual-list.tsx";
import { rowFor, rowOf } from "../model/outline-rows.ts";
import type { Reading } from "../reading.ts";
import { AgentActive } from "./agent-active.tsx";
import "./outline.css";
import { gutterFor, useIsNarrow } from "./lane-gutter.tsx";
import { NewThoughts, useUnseen } from "./new-thoughts.tsx";
import { OutlineRow } from "./outline-row.tsx";
import { estimateHeight } from "./row-height.ts";

export interface OutlineProps {
  readonly reading: Reading;
  readonly wantsFocus: { current: boolean };
  /** Whether to keep the last thought in view during playback. */
  readonly followsMoment: boolean;
}

/** The thoughts of a session in order of arrival, as a tree with lanes beside it. */
export function Outline({ reading, wantsFocus, followsMoment }: OutlineProps) {
  const { entries, rows, folded, cursor, count, lanes } = reading;
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
  // Keep their identity while rows are only appended, so that known heights stay valid.
  const latest = useRef({ rows, entries });
  latest.current = { rows, entries };
  const keyOf = useMemo(() => (row: number) => latest.current.rows.keys[row]!, [rows.origin]);
  const estimate = useMemo(
    () => (row: number) => estimateHeight(latest.current.entries.beginning, keyOf(row), isNarrow),
    [keyOf, isNarrow],
  );
  const pinned = rowFor(rows, cursor);
  const unseen = useUnseen(count, reading.isLive, reading.store.isWhole.value);
  const last = rows.keys.length - 1;

  // Scrolls to the current row; a link to a thought puts it at the top.
  const lastShown = useRef(0);
  const isVisible = rowOf(rows, cursor) !== undefined;
  useLayoutEffect(() => {
    if (!isVisible || (lastShown.current === cursor && !wantsFocus.current)) return;
    const isFirst = lastShown.current === 0;
    lastShown.current = cursor;
    if (isFirst && (reading.thought === undefined || isRestoringScroll())) return;
    list.current?.show(pinned, isFirst ? "start" : "nearest");
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    document
      .getElementById(cursor > 0 ? `thought-${cursor}` : `heading-${-cursor}`)
      ?.focus({ preventScroll: true });
  }, [cursor, isVisible, reading.thought]);

  // Follows new thoughts only if the end was in view.
  const before = useRef(count);
  const wasAtEnd = unseen.isAtEnd.current;
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
          onScroll={({ isAtEnd }) => unseen.onScroll(isAtEnd)}
        />
      </div>
      <AgentActive reading={reading} />
      <NewThoughts count={unseen.count} onShow={() => list.current?.show(last, "end")} />
    </>
  );
}

/** Opens the clicked thought or folds the clicked branch, unless a link or button was clicked or text is selected. */
function openClicked(event: MouseEvent, reading: Reading): void {
  const target = event.target as Element;
  if (target.closest("a, button, summary") || getSelection()?.isCollapsed === false) return;
  const item = target.closest<HTMLElement>("[role=treeitem]");
  if (!item) return;
  const { seq, heading } = item.dataset;
  if (seq !== undefined) reading.moveTo(Number(seq), { open: true });
  else if (heading !== undefined) {
    reading.moveTo(-Number(heading));
    reading.toggleFold(reading.entries.branch[Number(heading) - 1]!);
  }
}

/** Makes the row that received keyboard focus the current one. */
function followFocus(event: FocusEvent, { cursor, moveTo }: Reading): void {
  if (!(event.target as HTMLElement).matches(":focus-visible")) return;
  const { seq, heading } = (event.target as HTMLElement).dataset;
  const key = seq === undefined ? -Number(heading ?? 0) : Number(seq);
  // Tabbing to the current row selects nothing.
  if (key !== 0 && key !== cursor) moveTo(key);
}
