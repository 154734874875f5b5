import { cutAtWord } from "../../../text/cut-at-word.ts";
import { excerpt } from "../../../text/excerpt.ts";
import { type Kind, kindOf } from "./kind.ts";
import { columnOf, type Lanes, reachesFork } from "./lane-layout.ts";
import type { OutlineEntries } from "./outline-entries.ts";

/** A point of the graph: a thought, or a bend of a line. */
export interface GraphNode {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  /** The thought it belongs to; the node is hidden until that thought arrives. */
  readonly seq: number;
  /** Undefined for a bend. */
  readonly kind?: Kind;
  readonly lane: number;
}

export interface GraphEdge {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly seq: number;
  readonly lane: number;
  readonly kind: "lane" | "far" | "revision";
}

export interface GraphPieces {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Width of a column, in rows. */
export const COLUMN = 0.9;
/** X position of revision lines, left of all lanes. */
const BESIDE = -0.7;

/** The position of a thought: lanes from left to right, arrival from top to bottom. */
export function positionOf(lanes: Lanes, seq: number): { readonly x: number; readonly y: number } {
  return { x: columnOf(lanes, seq) * COLUMN, y: -seq };
}

/** Nodes and edges of the thoughts after `after`, up to `to`. */
export function graphPieces(
  entries: OutlineEntries,
  lanes: Lanes,
  after = 0,
  to = entries.length,
): GraphPieces {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  for (let seq = after + 1; seq <= to; seq++) {
    const lane = entries.branch[seq - 1]!;
    const own = nodeKey(seq);
    nodes.push({
      key: own,
      ...positionOf(lanes, seq),
      seq,
      lane,
      kind: kindOf(entries, seq, lanes.forks.has(seq)),
    });
    const bend = (name: string, x: number, y: number) => {
      const key = `${name} ${seq}`;
      nodes.push({ key, x, y, seq, lane });
      return key;
    };
    const line = (from: string, to: string, kind: GraphEdge["kind"]) =>
      edges.push({ key: `${from}>${to}`, from, to, seq, lane, kind });

    const parent = entries.parent[seq - 1]!;
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

    const revised = entries.revises[seq - 1]!;
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

export const nodeKey = (seq: number): string => `t${seq}`;

/** The thought of a node, or `undefined` for a bend. */
export function seqOf(node: string): number | undefined {
  return /^t\d+$/.test(node) ? Number(node.slice(1)) : undefined;
}

const LABEL = 90;

/** The one-line label beside a node. The first thought of a branch names it, and how it ended. */
export function labelOf(
  entries: OutlineEntries,
  seq: number,
  begins?: { readonly branch: string; readonly fate: string | undefined },
): string {
  const line = oneLine(excerpt(entries.beginning[seq - 1]!));
  const cut = cutAtWord(line, (part) => part.length <= LABEL);
  const name = begins && `${oneLine(begins.branch)}${begins.fate === undefined ? "" : ` (${begins.fate})`}: `;
  return `${entries.number[seq - 1]}  ${name ?? ""}${cut}`;
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, " ");
