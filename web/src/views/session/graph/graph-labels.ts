import type Sigma from "sigma";
import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from "sigma/rendering";
import { cutAtWord } from "../../../text/cut-at-word.ts";
import { COLUMN, labelOf } from "../model/graph-pieces.ts";
import type { GraphState } from "./create-graph.ts";

export interface GraphLabels {
  readonly drawLabel: NodeLabelDrawingFunction;
  readonly drawHover: NodeHoverDrawingFunction;
}

const FONT = "system-ui, sans-serif";
const GAP = 16;

/** Labels are right of all lanes; the selected thought has a ring and a bold label. */
export function createLabels(
  now: () => { readonly state: GraphState; readonly renderer: Sigma | undefined },
): GraphLabels {
  const write = (
    context: CanvasRenderingContext2D,
    seq: string,
    y: number,
    size: number,
    isSelected: boolean,
  ): void => {
    const { state, renderer } = now();
    // The first frame is drawn before the renderer is assigned.
    if (!renderer) return;
    const x = renderer.graphToViewport({ x: (state.lanes.width - 1) * COLUMN, y: 0 }).x + GAP;
    const { width } = renderer.getDimensions();
    if (x > width - 60) return;
    context.font = `${isSelected ? 600 : 400} ${size}px ${FONT}`;
    const room = width - x - 12;
    const text = cutAtWord(textOf(state, Number(seq)), (part) => context.measureText(part).width <= room);
    if (isSelected) {
      context.fillStyle = state.colours.raised;
      // Covers the regular label of the row.
      context.fillRect(x - 4, y - size, width - x, size * 2);
    }
    context.fillStyle = state.colours.ink;
    context.textBaseline = "middle";
    context.fillText(text, x, y);
  };
  return {
    drawLabel: (context, { label, y }, { labelSize }) => {
      if (label) write(context, label, y, labelSize, false);
    },
    drawHover: (context, { label, x, y, size }, { labelSize }) => {
      if (!label) return;
      context.beginPath();
      context.arc(x, y, size + 5, 0, 2 * Math.PI);
      context.strokeStyle = now().state.colours.ink;
      context.lineWidth = 2;
      context.stroke();
      write(context, label, y, labelSize, true);
    },
  };
}

function textOf({ entries, lanes, fates }: GraphState, seq: number): string {
  const branch = entries.branch[seq - 1]!;
  const isFirst = branch !== 0 && lanes.byBranch.get(branch)?.first === seq;
  const begins = isFirst ? { branch: entries.branches[branch]!, fate: fates.get(branch) } : undefined;
  return labelOf(entries, seq, begins);
}
