import Sigma from "sigma";
import type { BranchFate } from "../../../data/api-types.ts";
import { throttle } from "../../../data/throttle.ts";
import { COLUMN, nodeKey, positionOf, seqOf } from "../model/graph-pieces.ts";
import { KINDS, type Kind } from "../model/kind.ts";
import type { Lanes } from "../model/lane-layout.ts";
import type { OutlineEntries } from "../model/outline-entries.ts";
import { createDrawing, SIZE } from "./graph-drawing.ts";
import { createLabels } from "./graph-labels.ts";
import { kindProgram } from "./kind-program.ts";

export type GraphColours = Readonly<Record<(typeof GRAPH_COLOURS)[number], string>>;

/** Names of the colours in the style sheets. */
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

export interface GraphState {
  readonly entries: OutlineEntries;
  readonly lanes: Lanes;
  /** How branches ended; dropped ones are drawn in grey. */
  readonly fates: ReadonlyMap<number, BranchFate>;
  /** Later thoughts are hidden. */
  readonly count: number;
  readonly selected: number | undefined;
  readonly colours: GraphColours;
}

export interface GraphView {
  update(state: GraphState): void;
  /** Scrolls a thought into view. */
  show(seq: number): void;
  zoom(factor: number): void;
  /** Shows the whole session. */
  fit(): void;
  kill(): void;
}

/** Pixels between two rows: initially and at most. */
const ROW = 34;
const CLOSEST = 90;
const TOP = 40;
/** Thoughts further down are added in blocks as they come near, because adding walks the whole graph. */
const BLOCK = 5_000;
const NEAR = 1_000;
const NEWS_MS = 1_000;

/** Draws the graph of a session into a container. */
export function createGraph(
  container: HTMLElement,
  first: GraphState,
  onSelect: (seq: number) => void,
): GraphView {
  let state = first;
  const drawing = createDrawing();
  let drawn: Sigma | undefined;
  const labels = createLabels(() => ({ state, renderer: drawn }));
  drawing.drawTo(state, blockBelow(first.selected ?? 1));
  const renderer = new Sigma(drawing.graph, container, {
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
      const color = laneColour(state, data.lane);
      if (data.seq !== state.selected || data.label === undefined) return { ...data, color };
      return { ...data, color, size: SIZE * 1.35, highlighted: true, forceLabel: true, zIndex: 1 };
    },
    edgeReducer: (_, data) =>
      data.seq > state.count ? { ...data, hidden: true } : { ...data, color: edgeColour(state, data) },
  });
  drawn = renderer;
  renderer.setCustomBBox(boundsOf(first)).refresh();
  renderer.on("clickNode", ({ node }) => {
    const seq = seqOf(node);
    if (seq !== undefined) onSelect(seq);
  });
  renderer.on("enterNode", ({ node }) => {
    if (seqOf(node) !== undefined) container.style.cursor = "pointer";
  });
  renderer.on("leaveNode", () => {
    container.style.cursor = "";
  });
  let indexed = 0;
  renderer.on("afterProcess", () => {
    indexed = drawing.graph.order;
  });
  renderer.getCamera().on("updated", drawNear);
  const drawNews = throttle(() => drawn && drawNear(), NEWS_MS);
  const watch = new ResizeObserver(() => renderer.resize().scheduleRefresh());
  watch.observe(container);
  lookAt(first.selected ?? 1, first.selected === undefined ? "top" : "middle");

  /** Draws the blocks near the visible part. */
  function drawNear(): void {
    const below = { x: 0, y: renderer.getDimensions().height };
    const { y } = renderer.viewportToGraph(below, { cameraState: renderer.getCamera().getState() });
    drawing.drawTo(state, blockBelow(-y));
  }

  /** Moves the camera to a thought, with the given distance between rows. */
  function lookAt(seq: number, where: "top" | "middle", distance = ROW): void {
    const camera = renderer.getCamera();
    const { width, height } = renderer.getDimensions();
    const present = camera.getState();
    const cameraState = { ...present, ratio: (present.ratio * rowHeight(renderer)) / distance };
    const thought = renderer.graphToViewport(positionOf(state.lanes, seq), { cameraState });
    const left = renderer.graphToViewport({ x: 0, y: 0 }, { cameraState });
    // Leaves no empty space above the first row, and below the last only if all rows fit.
    const highest = height - TOP - (state.entries.length - seq) * distance;
    const middle = Math.min(Math.max(height / 2, highest), TOP + (seq - 1) * distance);
    const target = { x: Math.min(70, width / 6), y: where === "top" ? TOP : middle };
    const from = renderer.viewportToFramedGraph({ x: left.x, y: thought.y }, { cameraState });
    const to = renderer.viewportToFramedGraph(target, { cameraState });
    camera.setState({ ...cameraState, x: present.x + from.x - to.x, y: present.y + from.y - to.y });
  }

  /** Redraws single thoughts. */
  function redraw(seqs: readonly (number | undefined)[]): void {
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
      const isRedrawn = before.entries !== next.entries && drawing.update(before, next);
      const isRecoloured = before.colours !== next.colours || before.fates !== next.fates;
      if (isRedrawn || isRecoloured || isOtherMoment(before, next)) renderer.refresh();
      else if (before.selected !== next.selected) redraw([before.selected, next.selected]);
      drawNews();
    },
    show(seq) {
      const cameraState = renderer.getCamera().getState();
      const { x, y } = renderer.graphToViewport(positionOf(state.lanes, seq), { cameraState });
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

/** Whether another moment was selected; new thoughts at the present do not count. */
function isOtherMoment(before: GraphState, next: GraphState): boolean {
  const isPresent = ({ count, entries }: GraphState) => count === entries.length;
  return before.count !== next.count && !(isPresent(before) && isPresent(next));
}

/** The last thought of the block that extends below a row. */
function blockBelow(row: number): number {
  return Math.ceil((row + NEAR) / BLOCK) * BLOCK;
}

/** The bounds of the session; the renderer keeps the first ones, so that nothing moves as thoughts arrive. */
function boundsOf({ entries, lanes }: GraphState): { x: [number, number]; y: [number, number] } {
  return { x: [-1, Math.max(6, lanes.width * COLUMN)], y: [-Math.max(8, entries.length), -1] };
}

function rowHeight(renderer: Sigma): number {
  // The last frame may be from an earlier camera position.
  const now = { cameraState: renderer.getCamera().getState() };
  const [one, other] = [0, 1].map((y) => renderer.graphToViewport({ x: 0, y }, now).y);
  return Math.abs(one! - other!);
}

type Coloured = Pick<GraphState, "colours" | "fates">;

function laneColour({ colours, fates }: Coloured, lane: number): string {
  return fates.get(lane) === "dropped" ? colours["line-strong"] : colours[`lane-${((lane % 6) + 1) as 1}`];
}

function edgeColour(state: Coloured, { kind, lane }: { kind?: string; lane?: number }): string {
  if (kind === "revision") return state.colours.accent;
  return kind === "far" ? state.colours["line-strong"] : laneColour(state, lane ?? 0);
}
