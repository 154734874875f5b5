import { useMemo, useRef } from "preact/hooks";
import { go } from "../../input/history.ts";
import { type Shortcut, useShortcuts } from "../../input/keys.ts";
import { compareRoute } from "./compare-route.ts";
import { forkOf, type Move, nextInBranch, nextSibling, parentOf, previousSibling } from "./model/moves.ts";
import { rowFor, rowOf } from "./model/outline-rows.ts";
import type { Reading } from "./reading.ts";
import type { SessionRoute } from "./use-reading.ts";

/** Shortcuts of a session view. */
export function useSessionKeys(route: SessionRoute, reading: Reading, onShare: () => void): void {
  const latest = useRef({ route, reading, onShare });
  latest.current = { route, reading, onShare };
  const isTimeline = route.view === "timeline";
  const shortcuts = useMemo(() => {
    const all = sessionShortcuts(() => latest.current);
    // In the timeline these keys step through time.
    return isTimeline ? all.filter(({ keys }) => !/Arrow(Left|Right)/.test(keys[0]!)) : all;
  }, [isTimeline]);
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
    focus(move(reading.entries, Math.abs(reading.now().cursor), reading.count));
  };
  const toView = (view: SessionRoute["view"]) => () => go({ ...now().route, view });
  return [
    { keys: ["j"], does: "next thought", run: () => focus(nextThought(now().reading, 1)) },
    { keys: ["k"], does: "previous thought", run: () => focus(nextThought(now().reading, -1)) },
    { keys: ["ArrowDown"], does: "next row", run: () => focus(nextRow(now(), 1)) },
    { keys: ["ArrowUp"], does: "previous row", run: () => focus(nextRow(now(), -1)) },
    { keys: ["ArrowLeft"], does: "fold, or go to the heading", run: () => focus(goOut(now().reading)) },
    { keys: ["ArrowRight"], does: "unfold, or go into the branch", run: () => focus(goIn(now().reading)) },
    { keys: ["Home"], does: "first thought", run: () => focus(now().reading.rows.keys[0]) },
    { keys: ["End"], does: "last thought", run: () => focus(now().reading.rows.keys.at(-1)) },
    { keys: ["n"], does: "next thought of the branch", run: by(nextInBranch) },
    { keys: ["p"], does: "parent thought", run: by(parentOf) },
    { keys: ["f"], does: "fork of the branch", run: by(forkOf) },
    { keys: ["]"], does: "next branch of the fork", run: by(nextSibling) },
    { keys: ["["], does: "previous branch of the fork", run: by(previousSibling) },
    { keys: ["Enter"], does: "open a thought, fold a heading", run: () => open(now().reading) },
    { keys: ["Escape"], does: "close the panel", run: () => close(now()) },
    { keys: ["o"], does: "outline", run: toView("outline") },
    { keys: ["g"], does: "graph", run: toView("graph") },
    { keys: ["t"], does: "timeline", run: toView("timeline") },
    { keys: ["i"], does: "statistics", run: () => go({ ...now().route, panel: "statistics" }) },
    { keys: ["c"], does: "write a note to the agent", run: () => compose(now()) },
    { keys: ["b"], does: "compare branches", run: () => go(compareRoute(now().route.id, now().reading)) },
    { keys: ["e"], does: "share or export", run: () => now().onShare() },
  ];
}

/** The next visible thought; the first if none is selected. */
function nextThought({ rows, now }: Reading, step: 1 | -1): number | undefined {
  const { cursor, thought } = now();
  if (thought === undefined && cursor > 0 && step === 1) return cursor;
  const { keys } = rows;
  let row = rowOf(rows, cursor) ?? rowFor(rows, cursor) + (step === 1 ? 0 : 1);
  do row += step;
  while (row >= 0 && row < keys.length && keys[row]! < 0);
  return keys[row];
}

/** The next row; the graph has no headings. */
function nextRow({ route, reading }: Now, step: 1 | -1): number | undefined {
  if (route.view === "graph") return nextThought(reading, step);
  const { rows } = reading;
  const { cursor, thought } = reading.now();
  if (thought === undefined && cursor === rows.keys[0] && step === 1) return cursor;
  return rows.keys[rowFor(rows, cursor) + step];
}

function goOut({ rows, entries, folded, toggleFold, now }: Reading): number | undefined {
  const { cursor } = now();
  const row = rowFor(rows, cursor);
  if (cursor < 0) {
    const branch = entries.branch[-cursor - 1]!;
    if (!folded.has(branch)) toggleFold(branch);
    return cursor;
  }
  return rows.keys[rows.heading[row] ?? -1];
}

function goIn({ rows, entries, folded, toggleFold, now }: Reading): number | undefined {
  const { cursor } = now();
  if (cursor > 0) return undefined;
  const branch = entries.branch[-cursor - 1]!;
  if (!folded.has(branch)) return rows.keys[rowFor(rows, cursor) + 1];
  toggleFold(branch);
  return cursor;
}

function open({ now, moveTo, entries, toggleFold }: Reading): void {
  const { cursor } = now();
  if (cursor > 0) {
    moveTo(cursor, { open: true });
    focusSoon(".side-panel h2");
  } else if (cursor < 0) toggleFold(entries.branch[-cursor - 1]!);
}

/** Opens the composer of the selected thought, or that of the session. */
function compose({ route, reading }: Now): void {
  if (reading.now().thought !== undefined) reading.moveTo(reading.now().thought!, { open: true });
  else if (route.panel !== "brief") go({ ...route, panel: "brief" });
  focusWhenThere(".side-panel .note-composer textarea");
}

/** Focuses an element as soon as it is rendered, within a second. */
function focusWhenThere(selector: string, frames = 60): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) element.focus();
    else if (frames > 0) focusWhenThere(selector, frames - 1);
  });
}

function close({ route }: Pick<Now, "route">): void {
  const { panel, ...rest } = route;
  if (panel === undefined) return;
  const isInPanel = document.activeElement?.closest(".side-panel") !== null;
  go(rest);
  if (isInPanel && route.thought !== undefined) focusSoon(`#thought-${route.thought}`);
}

/** Focuses an element after the next render. */
function focusSoon(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }));
}
