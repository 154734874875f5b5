import fc from "fast-check";
import { expect, test } from "vitest";
import { anySession, marksOf } from "./any-session.ts";
import { graphPieces, nodeKey, seqOf } from "./graph-pieces.ts";
import { layLanes } from "./lane-layout.ts";

test("[WB35] every thought has a place of its own that only lanes and order decide, and hangs on its parent", () => {
  fc.assert(
    fc.property(anySession, (thoughts) => {
      const marks = marksOf(thoughts);
      const { nodes, edges } = graphPieces(marks, layLanes(marks));
      expect(graphPieces(marks, layLanes(marks))).toEqual({ nodes, edges });
      const own = nodes.filter(({ key }) => seqOf(key) !== undefined);
      expect(own.map(({ key }) => seqOf(key))).toEqual(marks.number.map((_, row) => row + 1));
      expect(new Set(own.map(({ y }) => y)).size).toBe(own.length);
      const keys = new Set(nodes.map(({ key }) => key));
      const above = new Map<string, string>();
      for (const { from, to } of edges) {
        expect(keys.has(from) && keys.has(to)).toBe(true);
        above.set(to, from);
      }
      marks.parent.forEach((parent, row) => {
        if (parent === 0) return;
        let at = above.get(nodeKey(row + 1))!;
        if (seqOf(at) === undefined) at = above.get(at)!;
        expect(at).toBe(nodeKey(parent));
      });
    }),
  );
});

test("[WB35] lines that stay within a lane touch no thought of another", () => {
  fc.assert(
    fc.property(anySession, (thoughts) => {
      const marks = marksOf(thoughts);
      const { nodes, edges } = graphPieces(marks, layLanes(marks));
      const at = new Map(nodes.map((node) => [node.key, node]));
      for (const { from, to, kind } of edges) {
        const [one, other] = [at.get(from)!, at.get(to)!];
        if (kind !== "lane" || one.x !== other.x) continue;
        const crossed = nodes.filter(
          ({ key, x, y }) => seqOf(key) !== undefined && x === one.x && y < one.y && y > other.y,
        );
        expect(crossed).toEqual([]);
      }
    }),
  );
});

test("[WB43] what is drawn piece by piece is what is drawn at once", () => {
  fc.assert(
    fc.property(anySession, fc.nat(40), (thoughts, cut) => {
      const marks = marksOf(
        thoughts.map((thought, row) => (row % 5 === 4 ? { ...thought, revises: row } : thought)),
      );
      const lanes = layLanes(marks);
      const pieces = graphPieces(marks, lanes);
      const first = graphPieces(marks, lanes, 0, Math.min(cut, marks.length));
      const later = graphPieces(marks, lanes, Math.min(cut, marks.length));
      expect([...first.nodes, ...later.nodes]).toEqual(pieces.nodes);
      expect([...first.edges, ...later.edges]).toEqual(pieces.edges);
      // A line ends where something is drawn already.
      const keys = new Set(first.nodes.map(({ key }) => key));
      for (const { from, to } of first.edges) expect([keys.has(from), keys.has(to)]).toEqual([true, true]);
    }),
  );
});
