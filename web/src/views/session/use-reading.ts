import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { go } from "../../history.ts";
import type { Route } from "../../route.ts";
import { layLanes } from "./model/lane-layout.ts";
import { lanesBelow, standingAt } from "./model/marks.ts";
import { outlineRows } from "./model/outline-rows.ts";
import type { Reading } from "./reading.ts";
import type { SessionStore } from "./session-store.ts";

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

/** What the reader reads, from the address, the store and what was folded since. */
export function useReading(
  store: SessionStore,
  route: SessionRoute,
  moment: number | undefined,
): ReadingState {
  const marks = store.marks.value;
  const count = standingAt(marks, moment);
  const [chosenFolds, setFolds] = useState<ReadonlySet<number>>(new Set());
  const [heading, setHeading] = useState<Heading | undefined>(undefined);
  const wantsFocus = useRef(false);
  const latest = useRef(route);
  latest.current = route;
  const { thought } = route;
  // Another thought may lie in a folded lane: it is unfolded.
  useEffect(() => {
    const lane = thought === undefined ? undefined : marks.branch[thought - 1];
    if (lane === undefined) return;
    setFolds((before) => {
      if (!lanesBelow(marks, before).has(lane)) return before;
      const isAbove = (one: number) => lanesBelow(marks, new Set([one])).has(lane);
      return new Set([...before].filter((one) => !isAbove(one)));
    });
  }, [thought]);
  const folded = useMemo(() => lanesBelow(marks, chosenFolds), [marks, chosenFolds]);
  const rows = useMemo(() => outlineRows(marks, count, folded), [marks, count, folded]);
  const lanes = useMemo(
    () => layLanes({ branch: marks.branch.slice(0, count), parent: marks.parent.slice(0, count) }),
    [marks, count],
  );
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
        const to = { ...before, thought: key, ...(panel && { panel }) };
        // One step of the history for all moves in a row, and one for what is opened.
        const isSameStep = before.thought !== undefined && panel === latest.current.panel;
        latest.current = to;
        go(to, { replace: isSameStep });
      },
      toggleFold(lane) {
        setFolds((before) => {
          const next = new Set(before);
          if (!next.delete(lane)) next.add(lane);
          return next;
        });
      },
    },
  };
}
