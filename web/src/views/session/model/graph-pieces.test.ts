import fc from "fast-check";
import { expect, test } from "vitest";
import { graphPieces, nodeKey, seqOf } from "./graph-pieces.ts";
import { layLanes } from "./lane-layout.ts";
import { anySession, entriesOf } from "./test-sessions.ts";

test("[WB35] every thought has its own position, given by lane and order, and is connected to its parent", () => {
  fc.assert(
    fc.property(anySession, (thoughts) => {
      const entries = entriesOf(thoughts);
      const { nodes, edges } = graphPieces(entries, layLanes(entries));
      expect(graphPieces(entries, layLanes(entries))).toEqual({ nodes, edges });
      const own = nodes.filter(({ key }) => seqOf(key) !== undefined);
      expect(own.map(({ key }) => seqOf(key))).toEqual(entries.number.map((_, row) => row + 1));
      expect(new Set(own.map(({ y }) => y)).size).toBe(own.length);
      const keys = new Set(nodes.map(({ key }) => key));
      const above = new Map<string, string>();
      for (const { from, to } of edges) {
        expect(keys.has(from) && keys.has(to)).toBe(true);
        above.set(to, from);
      }
      entries.parent.forEach((parent, row) => {
        if (parent === 0) return;
        let at = above.get(nodeKey(row + 1))!;
        if (seqOf(at) === undefined) at = above.get(at)!;
        expect(at).toBe(nodeKey(parent));
      });
    }),
  );
});

test("[WB35] lines within a lane do not touch thoughts of other lanes", () => {
  fc.assert(
    fc.property(anySession, (thoughts) => {
      const entries = entriesOf(thoughts);
      const { nodes, edges } = graphPieces(entries, layLanes(entries));
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

test("[WB43] drawing in parts equals drawing at once", () => {
  fc.assert(
    fc.property(anySession, fc.nat(40), (thoughts, cut) => {
      const entries = entriesOf(
        thoughts.map((thought, row) => (row % 5 === 4 ? { ...thought, revises: row } : thought)),
      );
      const lanes = layLanes(entries);
      const pieces = graphPieces(entries, lanes);
      const first = graphPieces(entries, lanes, 0, Math.min(cut, entries.length));
      const later = graphPieces(entries, lanes, Math.min(cut, entries.length));
      expect([...first.nodes, ...later.nodes]).toEqual(pieces.nodes);
      expect([...first.edges, ...later.edges]).toEqual(pieces.edges);
      // Both ends of a line are already drawn.
      const keys = new Set(first.nodes.map(({ key }) => key));
      for (const { from, to } of first.edges) expect([keys.has(from), keys.has(to)]).toEqual([true, true]);
    }),
  );
});
