import { DirectedGraph } from "graphology";
import { graphPieces, nodeKey } from "../model/graph-pieces.ts";
import { kindOf } from "../model/kind.ts";
import type { GraphState } from "./create-graph.ts";

/** What is drawn of a session: its thoughts from the first on, as far down as the reader has come. */
export interface GraphDrawing {
  readonly graph: DirectedGraph;
  /** Draws the thoughts up to one that are not drawn yet. */
  drawTo(state: GraphState, seq: number): void;
  /** Takes in what changed since; tells whether that changed more than what comes after the last drawn thought. */
  takeIn(before: GraphState, next: GraphState): boolean;
}

/** How large the mark of a thought is. */
export const SIZE = 7;

/** Makes a drawing of nothing. */
export function createDrawing(): GraphDrawing {
  const graph = new DirectedGraph();
  let drawn = 0;

  function drawTo({ marks, lanes }: GraphState, seq: number): void {
    const to = Math.min(seq, marks.length);
    if (to <= drawn) return;
    const { nodes, edges } = graphPieces(marks, lanes, drawn, to);
    for (const { key, x, y, seq: of, lane, kind } of nodes)
      graph.addNode(key, {
        x,
        y,
        seq: of,
        lane,
        type: kind ?? "thought",
        size: kind ? SIZE : 0.01,
        // The words are made when they are drawn.
        ...(kind && { label: String(of) }),
      });
    for (const { key, from, to: end, seq: of, lane, kind } of edges)
      graph.addEdgeWithKey(key, from, end, { seq: of, lane, kind, size: kind === "lane" ? 3 : 2 });
    drawn = to;
  }

  return {
    graph,
    drawTo,
    takeIn(before, next) {
      if (!isPrefix(before, next)) {
        const to = drawn;
        graph.clear();
        drawn = 0;
        drawTo(next, to);
        return true;
      }
      // What hung on nothing before may be a fork now.
      for (let seq = before.marks.length + 1; seq <= next.marks.length; seq++) {
        const parent = next.marks.parent[seq - 1]!;
        if (parent === 0 || parent > drawn) continue;
        const kind = kindOf(next.marks, parent, next.lanes.forks.has(parent));
        if (graph.getNodeAttribute(nodeKey(parent), "type") !== kind)
          graph.setNodeAttribute(nodeKey(parent), "type", kind);
      }
      return false;
    },
  };
}

/** Whether what is drawn stays where it is, and only more comes. */
function isPrefix(before: GraphState, next: GraphState): boolean {
  return (
    next.marks.length >= before.marks.length &&
    before.lanes.lanes.every(({ branch, column }) => next.lanes.byBranch.get(branch)?.column === column) &&
    (before.marks.flags === next.marks.flags ||
      before.marks.flags.every((flags, row) => next.marks.flags[row] === flags))
  );
}
