import { useMemo, useRef, useState } from "preact/hooks";
import { go } from "../../input/history.ts";
import type { Route } from "../../input/route.ts";
import { foldedLanes, foldsShowing, withFold } from "./model/folds.ts";
import { type Lanes, layLanes } from "./model/lane-layout.ts";
import { lanesBelow, standingAt } from "./model/marks.ts";
import { type OutlineRows, outlineRows } from "./model/outline-rows.ts";
import type { Reading } from "./reading.ts";
import type { SessionStore } from "./session-store.ts";
import { useGrowing } from "./use-growing.ts";

/** The route of a session. */
export type SessionRoute = Extract<Route, { readonly name: "session" }>;

/** A reading, and whether the next row that is gone to takes the focus. */
export interface ReadingState {
  readonly reading: Reading;
  readonly wantsFocus: { current: boolean };
}

/** The heading that the reader went to, while this thought is the chosen one. */
interface Heading {
  readonly key: number;
  readonly thought: number | undefined;
}

/** What the reader reads, from the address and the store. */
export function useReading(
  store: SessionStore,
  route: SessionRoute,
  moment: number | undefined,
): ReadingState {
  const marks = store.marks.value;
  const count = standingAt(marks, moment);
  const foldedNow = foldedLanes(marks, route.folded ?? []).join();
  // The same value until other lanes are folded: rows are made anew for another.
  const chosenFolds = useMemo(() => new Set(foldedLanes(marks, route.folded ?? [])), [foldedNow]);
  const [heading, setHeading] = useState<Heading | undefined>(undefined);
  const wantsFocus = useRef(false);
  const latest = useRef(route);
  latest.current = route;
  const { thought } = route;
  const folded = useMemo(() => lanesBelow(marks, chosenFolds), [marks, chosenFolds]);
  // A lane that comes later may be folded with the one that it hangs on: what was there stays as it is.
  const rows = useGrowing(count, [store, chosenFolds], (before?: OutlineRows) =>
    outlineRows(marks, count, folded, before),
  );
  const lanes = useGrowing(count, [store], (before?: Lanes) => layLanes(marks, count, before));
  const cursor = (heading?.thought === thought ? heading?.key : undefined) ?? thought ?? rows.keys[0] ?? 0;
  const cursorNow = useRef(cursor);
  cursorNow.current = cursor;
  return {
    wantsFocus,
    reading: {
      store,
      marks,
      count,
      isLive: moment === undefined,
      lanes,
      rows,
      folded,
      thought,
      cursor,
      now: () => ({ cursor: cursorNow.current, thought: latest.current.thought }),
      moveTo(key, { focus = false, open = false } = {}) {
        wantsFocus.current = focus;
        cursorNow.current = key;
        const { panel: _, ...before } = latest.current;
        if (key < 0) {
          setHeading({ key, thought: before.thought });
          return;
        }
        setHeading(undefined);
        const panel = open ? ("thought" as const) : latest.current.panel;
        const folded = foldsShowing(marks, before.folded ?? [], key);
        const to = { ...before, thought: key, folded, ...(panel && { panel }) };
        // One step of the history for all moves in a row, and one for what is opened.
        const isSameStep = before.thought !== undefined && panel === latest.current.panel;
        latest.current = to;
        go(to, { replace: isSameStep });
      },
      toggleFold(lane) {
        const to = { ...latest.current, folded: withFold(marks, latest.current.folded ?? [], lane) };
        latest.current = to;
        go(to);
      },
    },
  };
}
