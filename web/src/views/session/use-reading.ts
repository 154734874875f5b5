import { useMemo, useRef, useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SessionDetail } from "../../data/api-types.ts";
import { useResource } from "../../data/resource.ts";
import { go } from "../../input/history.ts";
import type { Route } from "../../input/route.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import { foldedBranches, foldsShowing, withFold } from "./model/folds.ts";
import { type Lanes, layLanes } from "./model/lane-layout.ts";
import { countAt, withDescendants } from "./model/outline-entries.ts";
import { type OutlineRows, outlineRows } from "./model/outline-rows.ts";
import type { Reading } from "./reading.ts";
import type { SessionStore } from "./session-store.ts";
import { useGrowing } from "./use-growing.ts";

export type SessionRoute = Extract<Route, { readonly name: "session" }>;

/** The reading, and whether the next row takes the focus. */
export interface ReadingState {
  readonly reading: Reading;
  readonly wantsFocus: { current: boolean };
}

/** The current heading; valid while `thought` is the selected one. */
interface Heading {
  readonly key: number;
  readonly thought: number | undefined;
}

const RESTING_MS = 150;

/** The session at a moment, or now. While another moment loads, the one before stays. */
function usePast(
  store: SessionStore,
  count: number,
  moment: number | undefined,
): Pick<Reading, "asOf" | "detail" | "notes"> {
  const resting = useDebounced(moment === undefined ? undefined : `#${Math.max(1, count)}`, RESTING_MS);
  const asOf = moment === undefined ? undefined : resting;
  const { data } = useResource(asOf && `session ${store.id} ${asOf}`, (signal) =>
    api.sessionAsOf(store.id, asOf!, { signal }),
  );
  const last = useRef<SessionDetail | undefined>(undefined);
  last.current = moment === undefined ? undefined : (data ?? last.current);
  const notes = store.notes.value;
  return {
    asOf,
    detail: last.current ?? store.detail.value,
    notes: moment === undefined ? notes : notes.filter(({ createdAt }) => Date.parse(createdAt) <= moment),
  };
}

/** Combines the address and the store. */
export function useReading(
  store: SessionStore,
  route: SessionRoute,
  moment: number | undefined,
): ReadingState {
  const entries = store.entries.value;
  const count = countAt(entries, moment);
  const foldedNow = foldedBranches(entries, route.folded ?? []).join();
  // Keeps its identity until other branches are folded, because a new value rebuilds all rows.
  const chosenFolds = useMemo(() => new Set(foldedBranches(entries, route.folded ?? [])), [foldedNow]);
  const [heading, setHeading] = useState<Heading | undefined>(undefined);
  const wantsFocus = useRef(false);
  const latest = useRef(route);
  latest.current = route;
  const { thought } = route;
  const folded = useMemo(() => withDescendants(entries, chosenFolds), [entries, chosenFolds]);
  // A branch that arrives inside a folded one is folded too; existing rows stay.
  const rows = useGrowing(count, [store, chosenFolds], (before?: OutlineRows) =>
    outlineRows(entries, count, folded, before),
  );
  const lanes = useGrowing(count, [store], (before?: Lanes) => layLanes(entries, count, before));
  const { asOf, detail, notes } = usePast(store, count, moment);
  const ends = (detail?.branches ?? []).flatMap(({ branchId, fate }) =>
    fate ? [[branchId, fate] as const] : [],
  );
  // Keeps its identity while the fates are the same, because a new value redraws the graph.
  const fates = useMemo(() => {
    const indexes = new Map(entries.branches.map((name, index) => [name, index]));
    return new Map(ends.map(([name, fate]) => [indexes.get(name) ?? -1, fate]));
  }, [ends.join(), entries.branches]);
  const cursor = (heading?.thought === thought ? heading?.key : undefined) ?? thought ?? rows.keys[0] ?? 0;
  const cursorNow = useRef(cursor);
  cursorNow.current = cursor;
  return {
    wantsFocus,
    reading: {
      store,
      entries,
      count,
      isLive: moment === undefined,
      asOf,
      detail,
      notes,
      lanes,
      rows,
      folded,
      fates,
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
        const folded = foldsShowing(entries, before.folded ?? [], key);
        const to = { ...before, thought: key, folded, panel };
        // Consecutive moves share one history entry; opening a panel adds one.
        const isSameEntry = before.thought !== undefined && panel === latest.current.panel;
        latest.current = to;
        go(to, { replace: isSameEntry });
      },
      toggleFold(branch) {
        const to = { ...latest.current, folded: withFold(entries, latest.current.folded ?? [], branch) };
        latest.current = to;
        go(to);
      },
    },
  };
}
