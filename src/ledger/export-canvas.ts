import type { ReadThoughts } from "./export.ts";
import { oneLine } from "./id.ts";
import { redactText } from "./redact.ts";
import type { Session } from "./session.ts";
import { readGraph, rowsOf } from "./session-graph.ts";
import type { Thought } from "./thought.ts";

const WIDTH = 420;
const GAP = 60;
const LINE_HEIGHT = 26;
const LINE_CHARACTERS = 48;
const TALLEST = 640;
/** JSON Canvas has six preset colours, which branches use in rotation. */
const COLOURS = 6;

/**
 * A session as a JSON Canvas, in pieces: a text node for each thought, a column for each branch, an edge to the next
 * thought, and an edge named "revises" from each revision.
 */
export async function* exportCanvas(_session: Session, read: ReadThoughts): AsyncGenerator<string> {
  const graph = await readGraph(read);
  let y = 0;
  yield '{"nodes":[';
  for await (const { row, thought } of rowsOf(graph, read)) {
    const column = graph.layout.columns[row]!;
    const text = nodeText(thought);
    const height = heightOf(text);
    const colour = column === 0 ? {} : { color: String(((column - 1) % COLOURS) + 1) };
    const node = { id: nodeId(row + 1), type: "text", x: column * (WIDTH + GAP), y, width: WIDTH, height };
    yield `${row === 0 ? "\n" : ",\n"}${JSON.stringify({ ...node, ...colour, text })}`;
    y += height + GAP;
  }
  yield '\n],"edges":[';
  const begun = new Set<number>([0]);
  let comma = "\n";
  for (let row = 0; row < graph.length; row++) {
    const lane = graph.branch[row]!;
    const label = begun.has(lane) ? undefined : oneLine(redactText(graph.branches[lane]!), 80);
    begun.add(lane);
    for (const edge of edgesOf(row + 1, graph.parent[row]!, graph.revises[row]!, label)) {
      yield `${comma}${JSON.stringify(edge)}`;
      comma = ",\n";
    }
  }
  yield "\n]}\n";
}

const nodeId = (seq: number): string => `thought-${seq}`;

function edgesOf(seq: number, parent: number, revised: number, label: string | undefined): readonly object[] {
  const next = {
    id: `next-${seq}`,
    fromNode: nodeId(parent),
    fromSide: "bottom",
    toNode: nodeId(seq),
    toSide: "top",
    ...(label !== undefined && label !== "" && { label }),
  };
  const revises = {
    id: `revises-${seq}`,
    fromNode: nodeId(seq),
    fromSide: "right",
    toNode: nodeId(revised),
    toSide: "right",
    color: "1",
    label: "revises",
  };
  return [...(parent === 0 ? [] : [next]), ...(revised === 0 ? [] : [revises])];
}

function nodeText(thought: Thought): string {
  const facts = [
    `**${thought.number}/${thought.total}**`,
    ...(thought.isRevision ? [`revises ${thought.revises}`] : []),
    ...(thought.confidence === undefined ? [] : [`confidence ${thought.confidence}`]),
  ];
  return `${facts.join(" · ")}\n\n${redactText(thought.content)}`;
}

/** The height that fits a text in a node; longer texts scroll. */
function heightOf(text: string): number {
  let lines = 2;
  for (const line of text.split("\n", 100)) lines += 1 + Math.floor(line.length / LINE_CHARACTERS);
  return Math.min(TALLEST, lines * LINE_HEIGHT);
}
