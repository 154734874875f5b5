import Sigma from "sigma";
import { throttle } from "../../../data/throttle.ts";
import { COLUMN, nodeKey, placeOf, seqOf } from "../model/graph-pieces.ts";
import { KINDS, type Kind } from "../model/kind.ts";
import type { Lanes } from "../model/lane-layout.ts";
import type { Marks } from "../model/marks.ts";
import { createDrawing, SIZE } from "./graph-drawing.ts";
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
const TOP = 40;
/** What lies further down is drawn when the reader comes near, in blocks: each time, all that is drawn is gone through. */
const BLOCK = 5_000;
const NEAR = 1_000;
const NEWS_MS = 1_000;

/** Draws the graph of a session into a place; `onChoose` hears of clicks on thoughts. */
export function createGraph(
  place: HTMLElement,
  first: GraphState,
  onChoose: (seq: number) => void,
): GraphView {
  let state = first;
  const drawing = createDrawing();
  let drawn: Sigma | undefined;
  const labels = createLabels(() => ({ state, renderer: drawn }));
  drawing.drawTo(state, blockBelow(first.chosen ?? 1));
  const renderer = new Sigma(drawing.graph, place, {
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
  let indexed = 0;
  renderer.on("afterProcess", () => {
    indexed = drawing.graph.order;
  });
  renderer.getCamera().on("updated", drawNear);
  const drawNews = throttle(() => drawn && drawNear(), NEWS_MS);
  const watch = new ResizeObserver(() => renderer.resize().scheduleRefresh());
  watch.observe(place);
  lookAt(first.chosen ?? 1, first.chosen === undefined ? "top" : "middle");

  /** Draws what has come near the screen, and nothing when all of that is drawn. */
  function drawNear(): void {
    const below = { x: 0, y: renderer.getDimensions().height };
    const { y } = renderer.viewportToGraph(below, { cameraState: renderer.getCamera().getState() });
    drawing.drawTo(state, blockBelow(-y));
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

  /** Draws thoughts anew that look otherwise by now. */
  function mark(seqs: readonly (number | undefined)[]): void {
    const nodes = seqs.flatMap((seq) => (seq === undefined ? [] : [nodeKey(seq)]));
    renderer.refresh({
      partialGraph: { nodes: nodes.filter((node) => drawing.graph.hasNode(node)) },
      skipIndexation: indexed === drawing.graph.order,
      schedule: true,
    });
  }

  return {
    update(next) {
      const before = state;
      state = next;
      const isRedrawn = before.marks !== next.marks && drawing.takeIn(before, next);
      if (isRedrawn || before.colours !== next.colours || isOtherMoment(before, next)) renderer.refresh();
      else if (before.chosen !== next.chosen) mark([before.chosen, next.chosen]);
      drawNews();
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
      drawn = undefined;
      watch.disconnect();
      renderer.kill();
    },
  };
}

/** Whether thoughts are shown that were not, or the other way round, other than by arriving. */
function isOtherMoment(before: GraphState, next: GraphState): boolean {
  const isPresent = ({ count, marks }: GraphState) => count === marks.length;
  return before.count !== next.count && !(isPresent(before) && isPresent(next));
}

/** The last thought of the block that reaches well below a row. */
function blockBelow(row: number): number {
  return Math.ceil((row + NEAR) / BLOCK) * BLOCK;
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
