import { DirectedGraph } from "graphology";
import Sigma from "sigma";
import { COLUMN, graphPieces, nodeKey, placeOf, seqOf } from "../model/graph-pieces.ts";
import { KINDS, type Kind, kindOf } from "../model/kind.ts";
import type { Lanes } from "../model/lane-layout.ts";
import type { Marks } from "../model/marks.ts";
import { createLabels } from "./graph-labels.ts";
import { kindProgram } from "./kind-program.ts";

/** The colours that the graph is drawn with. */
export type GraphColours = Readonly<Record<(typeof GRAPH_COLOURS)[number], string>>;

/** Their names in the style sheets. */
export const GRAPH_COLOURS = [
  "lane-1",
  "lane-2",
  "lane-3",
  "lane-4",
  "lane-5",
  "lane-6",
  "ink",
  "ink-quiet",
  "line-strong",
  "accent",
  "raised",
] as const;

/** What is shown. */
export interface GraphState {
  readonly marks: Marks;
  readonly lanes: Lanes;
  /** Thoughts that came later are not shown. */
  readonly count: number;
  readonly chosen: number | undefined;
  readonly colours: GraphColours;
}

/** A graph on the screen. */
export interface GraphView {
  update(state: GraphState): void;
  /** Brings a thought into sight if it is not. */
  show(seq: number): void;
  zoom(factor: number): void;
  /** Shows the whole session. */
  fit(): void;
  kill(): void;
}

/** Pixels between two rows to begin with, and at least and at most. */
const ROW = 34;
const CLOSEST = 90;
const SIZE = 7;
const TOP = 40;

/** Draws the graph of a session into a place; `onChoose` hears of clicks on thoughts. */
export function createGraph(
  place: HTMLElement,
  first: GraphState,
  onChoose: (seq: number) => void,
): GraphView {
  let state = first;
  const graph = new DirectedGraph();
  let drawn: Sigma | undefined;
  const labels = createLabels(() => ({ state, renderer: drawn }));
  addPieces(0);
  const renderer = new Sigma(graph, place, {
    allowInvalidContainer: true,
    nodeProgramClasses: Object.fromEntries(KINDS.map((kind) => [kind, kindProgram(kind)])),
    defaultNodeType: "thought" satisfies Kind,
    defaultEdgeType: "line",
    zoomToSizeRatioFunction: () => 1,
    labelDensity: 1,
    labelGridCellSize: 24,
    labelRenderedSizeThreshold: 0,
    labelSize: 13,
    minEdgeThickness: 1,
    stagePadding: 40,
    defaultDrawNodeLabel: labels.drawLabel,
    defaultDrawNodeHover: labels.drawHover,
    nodeReducer: (_, data) => {
      if (data.seq > state.count) return { ...data, hidden: true };
      const color = laneColour(state.colours, data.lane);
      if (data.seq !== state.chosen || data.label === undefined) return { ...data, color };
      return { ...data, color, size: SIZE * 1.35, highlighted: true, forceLabel: true, zIndex: 1 };
    },
    edgeReducer: (_, data) =>
      data.seq > state.count
        ? { ...data, hidden: true }
        : { ...data, color: edgeColour(state.colours, data) },
  });
  drawn = renderer;
  renderer.setCustomBBox(boundsOf(first)).refresh();
  renderer.on("clickNode", ({ node }) => {
    const seq = seqOf(node);
    if (seq !== undefined) onChoose(seq);
  });
  renderer.on("enterNode", ({ node }) => {
    if (seqOf(node) !== undefined) place.style.cursor = "pointer";
  });
  renderer.on("leaveNode", () => {
    place.style.cursor = "";
  });
  const watch = new ResizeObserver(() => renderer.resize().scheduleRefresh());
  watch.observe(place);
  lookAt(first.chosen ?? 1, first.chosen === undefined ? "top" : "middle");

  function addPieces(after: number): void {
    const { nodes, edges } = graphPieces(state.marks, state.lanes, after);
    for (const { key, x, y, seq, lane, kind } of nodes)
      graph.addNode(key, {
        x,
        y,
        seq,
        lane,
        type: kind ?? "thought",
        size: kind ? SIZE : 0.01,
        // The words are made when they are drawn.
        ...(kind && { label: String(seq) }),
      });
    for (const { key, from, to, seq, lane, kind } of edges)
      graph.addEdgeWithKey(key, from, to, { seq, lane, kind, size: kind === "lane" ? 3 : 2 });
  }

  /** Puts a thought at the top or in the middle, with rows so far apart. */
  function lookAt(seq: number, where: "top" | "middle", apart = ROW): void {
    const camera = renderer.getCamera();
    const { width, height } = renderer.getDimensions();
    const present = camera.getState();
    const cameraState = { ...present, ratio: (present.ratio * rowHeight(renderer)) / apart };
    const thought = renderer.graphToViewport(placeOf(state.lanes, seq), { cameraState });
    const left = renderer.graphToViewport({ x: 0, y: 0 }, { cameraState });
    // There is nothing to be shown above the first row, and below the last only where all fit.
    const highest = height - TOP - (state.marks.length - seq) * apart;
    const middle = Math.min(Math.max(height / 2, highest), TOP + (seq - 1) * apart);
    const wanted = { x: Math.min(70, width / 6), y: where === "top" ? TOP : middle };
    const is = renderer.viewportToFramedGraph({ x: left.x, y: thought.y }, { cameraState });
    const should = renderer.viewportToFramedGraph(wanted, { cameraState });
    camera.setState({ ...cameraState, x: present.x + is.x - should.x, y: present.y + is.y - should.y });
  }

  return {
    update(next) {
      const before = state;
      state = next;
      if (before.marks !== next.marks) {
        if (isPrefix(before, next)) {
          addPieces(before.marks.length);
          // What hung on nothing before may be a fork now.
          for (let seq = before.marks.length + 1; seq <= next.marks.length; seq++) {
            const parent = next.marks.parent[seq - 1]!;
            if (parent > 0)
              graph.setNodeAttribute(
                nodeKey(parent),
                "type",
                kindOf(next.marks, parent, next.lanes.forks.has(parent)),
              );
          }
        } else {
          graph.clear();
          addPieces(0);
        }
      }
      renderer.refresh();
    },
    show(seq) {
      const cameraState = renderer.getCamera().getState();
      const { x, y } = renderer.graphToViewport(placeOf(state.lanes, seq), { cameraState });
      const { width, height } = renderer.getDimensions();
      if (x < 20 || x > width - 20 || y < 30 || y > height - 30)
        lookAt(seq, "middle", Math.min(CLOSEST, Math.max(ROW, rowHeight(renderer))));
    },
    zoom(factor) {
      const camera = renderer.getCamera();
      camera.setState({ ratio: camera.getState().ratio / factor });
    },
    fit() {
      renderer.setCustomBBox(boundsOf(state));
      renderer.getCamera().setState({ x: 0.5, y: 0.5, ratio: 1 });
      renderer.refresh();
    },
    kill() {
      watch.disconnect();
      renderer.kill();
    },
  };
}

/** Whether what is drawn stays where it is, and only more comes. */
function isPrefix(before: GraphState, next: GraphState): boolean {
  return (
    next.marks.length >= before.marks.length &&
    before.lanes.columns.every((column, row) => next.lanes.columns[row] === column) &&
    before.marks.flags.every((flags, row) => next.marks.flags[row] === flags)
  );
}

/** The room that the session takes; it stays the same while thoughts come, so that nothing moves. */
function boundsOf({ marks, lanes }: GraphState): { x: [number, number]; y: [number, number] } {
  return { x: [-1, Math.max(6, lanes.width * COLUMN)], y: [-Math.max(8, marks.length), -1] };
}

function rowHeight(renderer: Sigma): number {
  // What was drawn last may be of an earlier camera.
  const now = { cameraState: renderer.getCamera().getState() };
  const [one, other] = [0, 1].map((y) => renderer.graphToViewport({ x: 0, y }, now).y);
  return Math.abs(one! - other!);
}

function laneColour(colours: GraphColours, lane: number): string {
  return colours[`lane-${((lane % 6) + 1) as 1}`];
}

function edgeColour(colours: GraphColours, { kind, lane }: { kind?: string; lane?: number }): string {
  if (kind === "revision") return colours.accent;
  return kind === "far" ? colours["line-strong"] : laneColour(colours, lane ?? 0);
}
