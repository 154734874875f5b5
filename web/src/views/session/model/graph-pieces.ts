import { plainLine } from "../../../text/plain-line.ts";
import { type Kind, kindOf } from "./kind.ts";
import { columnOf, type Lanes, reachesFork } from "./lane-layout.ts";
import type { Marks } from "./marks.ts";

/** A point of the graph: a thought, or a place where a line bends. */
export interface GraphNode {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  /** The thought that it belongs to: before that has come it is not shown. */
  readonly seq: number;
  /** Absent where a line bends. */
  readonly kind?: Kind;
  readonly lane: number;
}

/** A line of the graph. */
export interface GraphEdge {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly seq: number;
  readonly lane: number;
  readonly kind: "lane" | "far" | "revision";
}

/** What is drawn. */
export interface GraphPieces {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** How wide a column is, in rows. */
export const COLUMN = 0.9;
/** Where the lines of revisions run: beside all lanes. */
const BESIDE = -0.7;

/** The place of a thought: its lane from left to right, its arrival from top to bottom. Nothing else decides it. */
export function placeOf(lanes: Lanes, seq: number): { readonly x: number; readonly y: number } {
  return { x: columnOf(lanes, seq) * COLUMN, y: -seq };
}

/** What is drawn for the thoughts after `after` up to `to`. */
export function graphPieces(marks: Marks, lanes: Lanes, after = 0, to = marks.length): GraphPieces {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  for (let seq = after + 1; seq <= to; seq++) {
    const lane = marks.branch[seq - 1]!;
    const own = nodeKey(seq);
    nodes.push({
      key: own,
      ...placeOf(lanes, seq),
      seq,
      lane,
      kind: kindOf(marks, seq, lanes.forks.has(seq)),
    });
    const bend = (name: string, x: number, y: number) => {
      const key = `${name} ${seq}`;
      nodes.push({ key, x, y, seq, lane });
      return key;
    };
    const line = (from: string, to: string, kind: GraphEdge["kind"]) =>
      edges.push({ key: `${from}>${to}`, from, to, seq, lane, kind });

    const parent = marks.parent[seq - 1]!;
    const span = lanes.byBranch.get(lane)!;
    if (parent > 0 && span.first === seq && lane !== 0) {
      if (!reachesFork(span)) line(nodeKey(parent), own, "far");
      else if (span.from === seq) line(nodeKey(parent), own, "lane");
      else {
        // Down its own column from the row after the fork, past thoughts of other lanes.
        const turn = bend("fork", span.column * COLUMN, -span.from);
        line(nodeKey(parent), turn, "lane");
        line(turn, own, "lane");
      }
    } else if (parent > 0) line(nodeKey(parent), own, "lane");

    const revised = marks.revises[seq - 1]!;
    if (revised > 0) {
      const out = bend("revision", BESIDE, -seq);
      const back = bend("revised", BESIDE, -revised);
      line(own, out, "revision");
      line(out, back, "revision");
      line(back, nodeKey(revised), "revision");
    }
  }
  return { nodes, edges };
}

/** The name of a thought's node. */
export const nodeKey = (seq: number): string => `t${seq}`;

/** The thought of a node, or `undefined` where a line bends. */
export function seqOf(node: string): number | undefined {
  return /^t\d+$/.test(node) ? Number(node.slice(1)) : undefined;
}

const LABEL = 70;

/** A thought on one line, as it stands beside its node. */
export function labelOf(marks: Marks, seq: number): string {
  const line = plainLine(marks.beginning[seq - 1]!).replace(/[\p{Cc}\p{Cf}]+/gu, " ");
  const letters = [...line.slice(0, 2 * LABEL)];
  const cut = letters.length > LABEL ? `${letters.slice(0, LABEL).join("").trimEnd()}…` : line;
  return `${marks.number[seq - 1]}  ${cut}`;
}
