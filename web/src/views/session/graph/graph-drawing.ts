import { DirectedGraph } from "graphology";
import { graphPieces, nodeKey } from "../model/graph-pieces.ts";
import { kindOf } from "../model/kind.ts";
import type { GraphState } from "./create-graph.ts";

/** The drawn part of a session: its first thoughts, as far down as was scrolled. */
export interface GraphDrawing {
  readonly graph: DirectedGraph;
  /** Draws all thoughts up to `seq`. */
  drawTo(state: GraphState, seq: number): void;
  /** Applies changes. Returns whether drawn thoughts changed. */
  update(before: GraphState, next: GraphState): boolean;
}

/** Size of a node. */
export const SIZE = 7;

/** An empty drawing. */
export function createDrawing(): GraphDrawing {
  const graph = new DirectedGraph();
  let drawn = 0;

  function drawTo({ entries, lanes }: GraphState, seq: number): void {
    const to = Math.min(seq, entries.length);
    if (to <= drawn) return;
    const { nodes, edges } = graphPieces(entries, lanes, drawn, to);
    for (const { key, x, y, seq: of, lane, kind } of nodes)
      graph.addNode(key, {
        x,
        y,
        seq: of,
        lane,
        type: kind ?? "thought",
        size: kind ? SIZE : 0.01,
        // Only the key of the label: the text is made when it is drawn.
        ...(kind && { label: String(of) }),
      });
    for (const { key, from, to: end, seq: of, lane, kind } of edges)
      graph.addEdgeWithKey(key, from, end, { seq: of, lane, kind, size: kind === "lane" ? 3 : 2 });
    drawn = to;
  }

  return {
    graph,
    drawTo,
    update(before, next) {
      if (!isPrefix(before, next)) {
        const to = drawn;
        graph.clear();
        drawn = 0;
        drawTo(next, to);
        return true;
      }
      // A parent of new thoughts may have become a fork.
      for (let seq = before.entries.length + 1; seq <= next.entries.length; seq++) {
        const parent = next.entries.parent[seq - 1]!;
        if (parent === 0 || parent > drawn) continue;
        const kind = kindOf(next.entries, parent, next.lanes.forks.has(parent));
        if (graph.getNodeAttribute(nodeKey(parent), "type") !== kind)
          graph.setNodeAttribute(nodeKey(parent), "type", kind);
      }
      return false;
    },
  };
}

/** Whether `next` only appends to `before`. */
function isPrefix(before: GraphState, next: GraphState): boolean {
  return (
    next.entries.length >= before.entries.length &&
    before.lanes.lanes.every(({ branch, column }) => next.lanes.byBranch.get(branch)?.column === column) &&
    (before.entries.flags === next.entries.flags ||
      before.entries.flags.every((flags, row) => next.entries.flags[row] === flags))
  );
}
