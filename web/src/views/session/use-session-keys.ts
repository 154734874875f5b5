import { useMemo, useRef } from "preact/hooks";
import { go } from "../../input/history.ts";
import { type Shortcut, useShortcuts } from "../../input/keys.ts";
import { compareRoute } from "./compare-route.ts";
import { forkOf, type Move, nextInLane, nextSibling, parentOf, previousSibling } from "./model/moves.ts";
import { rowFor, rowOf } from "./model/outline-rows.ts";
import type { Reading } from "./reading.ts";
import type { SessionRoute } from "./use-reading.ts";

/** The keys of a session: moves from thought to thought, its views, and its panel. */
export function useSessionKeys(route: SessionRoute, reading: Reading, onShare: () => void): void {
  const latest = useRef({ route, reading, onShare });
  latest.current = { route, reading, onShare };
  const isInTime = route.view === "timeline";
  const shortcuts = useMemo(() => {
    const all = sessionShortcuts(() => latest.current);
    // There these lead through time.
    return isInTime ? all.filter(({ keys }) => !/Arrow(Left|Right)/.test(keys[0]!)) : all;
  }, [isInTime]);
  useShortcuts("Session", shortcuts);
}

interface Now {
  readonly route: SessionRoute;
  readonly reading: Reading;
  onShare(): void;
}

function sessionShortcuts(now: () => Now): readonly Shortcut[] {
  const focus = (key: number | undefined) => {
    if (key !== undefined) now().reading.moveTo(key, { focus: true });
  };
  const by = (move: Move) => () => {
    const { reading } = now();
    focus(move(reading.marks, Math.abs(reading.now().cursor), reading.count));
  };
  const toView = (view: SessionRoute["view"]) => () => go({ ...now().route, view });
  return [
    { keys: ["j"], does: "next thought", run: () => focus(nextThought(now().reading, 1)) },
    { keys: ["k"], does: "thought before", run: () => focus(nextThought(now().reading, -1)) },
    { keys: ["ArrowDown"], does: "next row", run: () => focus(nextRow(now(), 1)) },
    { keys: ["ArrowUp"], does: "row before", run: () => focus(nextRow(now(), -1)) },
    { keys: ["ArrowLeft"], does: "fold, or go to the heading", run: () => focus(goOut(now().reading)) },
    { keys: ["ArrowRight"], does: "unfold, or go into the branch", run: () => focus(goIn(now().reading)) },
    { keys: ["Home"], does: "first thought", run: () => focus(now().reading.rows.keys[0]) },
    { keys: ["End"], does: "last thought", run: () => focus(now().reading.rows.keys.at(-1)) },
    { keys: ["n"], does: "next thought of the same line", run: by(nextInLane) },
    { keys: ["p"], does: "what it hangs on", run: by(parentOf) },
    { keys: ["f"], does: "where its branch forked", run: by(forkOf) },
    { keys: ["]"], does: "next branch of the fork", run: by(nextSibling) },
    { keys: ["["], does: "branch before", run: by(previousSibling) },
    { keys: ["Enter"], does: "open the thought, fold a heading", run: () => open(now().reading) },
    { keys: ["Escape"], does: "close the panel", run: () => close(now()) },
    { keys: ["o"], does: "outline", run: toView("outline") },
    { keys: ["g"], does: "graph", run: toView("graph") },
    { keys: ["t"], does: "timeline", run: toView("timeline") },
    { keys: ["i"], does: "figures", run: () => go({ ...now().route, panel: "figures" }) },
    { keys: ["c"], does: "compare", run: () => go(compareRoute(now().route.id, now().reading)) },
    { keys: ["e"], does: "share or export", run: () => now().onShare() },
  ];
}

/** The next thought that is shown; without a chosen one, the first. */
function nextThought({ rows, now }: Reading, step: 1 | -1): number | undefined {
  const { cursor, thought } = now();
  if (thought === undefined && cursor > 0 && step === 1) return cursor;
  const { keys } = rows;
  let row = rowOf(rows, cursor) ?? rowFor(rows, cursor) + (step === 1 ? 0 : 1);
  do row += step;
  while (row >= 0 && row < keys.length && keys[row]! < 0);
  return keys[row];
}

/** The next row; a graph has no headings. */
function nextRow({ route, reading }: Now, step: 1 | -1): number | undefined {
  if (route.view === "graph") return nextThought(reading, step);
  const { rows } = reading;
  const { cursor, thought } = reading.now();
  if (thought === undefined && cursor === rows.keys[0] && step === 1) return cursor;
  return rows.keys[rowFor(rows, cursor) + step];
}

function goOut({ rows, marks, folded, toggleFold, now }: Reading): number | undefined {
  const { cursor } = now();
  const row = rowFor(rows, cursor);
  if (cursor < 0) {
    const lane = marks.branch[-cursor - 1]!;
    if (!folded.has(lane)) toggleFold(lane);
    return cursor;
  }
  return rows.keys[rows.heading[row] ?? -1];
}

function goIn({ rows, marks, folded, toggleFold, now }: Reading): number | undefined {
  const { cursor } = now();
  if (cursor > 0) return undefined;
  const lane = marks.branch[-cursor - 1]!;
  if (!folded.has(lane)) return rows.keys[rowFor(rows, cursor) + 1];
  toggleFold(lane);
  return cursor;
}

function open({ now, moveTo, marks, toggleFold }: Reading): void {
  const { cursor } = now();
  if (cursor > 0) {
    moveTo(cursor, { open: true });
    // Whoever opened it with a key goes on reading in it.
    focusSoon(".side-panel h2");
  } else if (cursor < 0) toggleFold(marks.branch[-cursor - 1]!);
}

function close({ route }: Pick<Now, "route">): void {
  const { panel, ...rest } = route;
  if (panel === undefined) return;
  const isInPanel = document.activeElement?.closest(".side-panel") !== null;
  go(rest);
  if (isInPanel && route.thought !== undefined) focusSoon(`#thought-${route.thought}`);
}

/** Gives the focus to what will be there when the page has been drawn. */
function focusSoon(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }));
}
