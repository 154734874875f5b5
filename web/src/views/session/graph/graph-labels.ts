import type Sigma from "sigma";
import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from "sigma/rendering";
import { COLUMN, labelOf } from "../model/graph-pieces.ts";
import type { GraphState } from "./create-graph.ts";

/** How the words of the graph are drawn. */
export interface GraphLabels {
  readonly drawLabel: NodeLabelDrawingFunction;
  readonly drawHover: NodeHoverDrawingFunction;
}

const FONT = "system-ui, sans-serif";
const GAP = 16;

/** Words stand to the right of all lanes, each in the row of its thought; the chosen one has a ring and stands out. */
export function createLabels(
  now: () => { readonly state: GraphState; readonly renderer: Sigma | undefined },
): GraphLabels {
  const write = (
    context: CanvasRenderingContext2D,
    seq: string,
    y: number,
    size: number,
    isChosen: boolean,
  ): void => {
    const { state, renderer } = now();
    // The first drawing is done before there is a renderer.
    if (!renderer) return;
    const x = renderer.graphToViewport({ x: (state.lanes.width - 1) * COLUMN, y: 0 }).x + GAP;
    const { width } = renderer.getDimensions();
    if (x > width - 60) return;
    context.font = `${isChosen ? 600 : 400} ${size}px ${FONT}`;
    const shown = cutTo(context, labelOf(state.marks, Number(seq)), width - x - 12);
    if (isChosen) {
      context.fillStyle = state.colours.raised;
      // The whole row: what it covers is the same words in thinner letters.
      context.fillRect(x - 4, y - size, width - x, size * 2);
    }
    context.fillStyle = state.colours.ink;
    context.textBaseline = "middle";
    context.fillText(shown, x, y);
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

function cutTo(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = [...text];
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (context.measureText(`${letters.slice(0, middle).join("")}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${letters.slice(0, low).join("").trimEnd()}…`;
}
