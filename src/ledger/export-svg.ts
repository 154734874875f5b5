import type { ReadThoughts } from "./export.ts";
import { oneLine } from "./id.ts";
import type { LaneSpan } from "./lanes.ts";
import { pace } from "./pace.ts";
import type { Session } from "./session.ts";
import { readGraph, rowsOf, type SessionGraph } from "./session-graph.ts";
import type { Thought } from "./thought.ts";
import { thoughtLabel } from "./thought-label.ts";

const LABEL_CHARACTERS = 90;
const ROW = 28;
const COLUMN = 18;
const LEFT = 48;
const TOP = 76;
const LABEL_WIDTH = 1_040;
/** The number of colours, which branches use in rotation; column and name identify a branch too. */
const COLOURS = 6;

/**
 * A session's graph as an SVG picture, in pieces: a row for each thought, a column for each branch, revisions dashed.
 */
export async function* exportSvg(session: Session, read: ReadThoughts): AsyncGenerator<string> {
  const graph = await readGraph(read);
  const width = LEFT + graph.layout.width * COLUMN + LABEL_WIDTH;
  const height = TOP + Math.max(1, graph.length) * ROW;
  const title = escaped(oneLine(session.title));
  yield `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">\n`;
  yield `<title id="title">${title}</title>\n<style>${STYLE}</style>\n<rect class="paper" width="100%" height="100%"/>\n`;
  yield `<text class="head" x="16" y="30">${title}</text>\n<text class="sub" x="16" y="50">${escaped(session.id)} · ${graph.length} thoughts · ${escaped(session.createdAt)}</text>\n`;
  const laneOf = new Map(graph.layout.lanes.map((lane) => [lane.branch, lane]));
  for (let row = 0; row < graph.length; row++) {
    yield lines(graph, row, laneOf);
    await pace();
  }
  for await (const { row, thought } of rowsOf(graph, read)) yield node(graph, row, thought, laneOf);
  yield "</svg>\n";
}

const x = (column: number): number => LEFT + column * COLUMN;
const y = (seq: number): number => TOP + (seq - 1) * ROW;

function lines(graph: SessionGraph, row: number, laneOf: ReadonlyMap<number, LaneSpan>): string {
  const seq = row + 1;
  const { columns } = graph.layout;
  const parent = graph.parent[row]!;
  const revised = graph.revises[row]!;
  const colour = colourOf(columns[row]!);
  const end = `${x(columns[row]!)} ${y(seq)}`;
  let drawn = "";
  if (parent !== 0) {
    const begin = `${x(columns[parent - 1]!)} ${y(parent)}`;
    drawn += `<path class="line ${colour}" d="M${begin}${bend(graph, row, parent, laneOf)} L${end}"/>\n`;
  }
  if (revised !== 0) {
    const [from, to] = [x(columns[row]!), x(columns[revised - 1]!)];
    const out = Math.min(from, to) - Math.min(10 + 3 * (seq - revised), LEFT - 12);
    drawn += `<path class="revises" d="M${end} C${out} ${y(seq)} ${out} ${y(revised)} ${to} ${y(revised)}"/>\n`;
  }
  return drawn;
}

/** From the fork, a line curves to its branch's column, which is free there, and continues down in it. */
function bend(
  graph: SessionGraph,
  row: number,
  parent: number,
  laneOf: ReadonlyMap<number, LaneSpan>,
): string {
  const [from, to] = [graph.layout.columns[parent - 1]!, graph.layout.columns[row]!];
  if (from === to) return "";
  const lane = laneOf.get(graph.branch[row]!);
  const reached = lane?.first === row + 1 ? lane.from : row + 1;
  const middle = (y(parent) + y(reached)) / 2;
  return ` C${x(from)} ${middle} ${x(to)} ${middle} ${x(to)} ${y(reached)}`;
}

function node(
  graph: SessionGraph,
  row: number,
  thought: Thought,
  laneOf: ReadonlyMap<number, LaneSpan>,
): string {
  const column = graph.layout.columns[row]!;
  const [cx, cy] = [x(column), y(row + 1)];
  const lane = graph.branch[row]!;
  const name =
    lane !== 0 && laneOf.get(lane)?.first === row + 1 ? `[${oneLine(graph.branches[lane]!, 40)}] ` : "";
  const label = escaped(name + thoughtLabel(thought, LABEL_CHARACTERS));
  const mark = thought.isRevision
    ? `<path class="${colourOf(column)} mark" d="M${cx} ${cy - 7} L${cx + 7} ${cy} L${cx} ${cy + 7} L${cx - 7} ${cy} Z"/>`
    : `<circle class="${colourOf(column)} mark" cx="${cx}" cy="${cy}" r="5"/>`;
  const ring = thought.nextThoughtNeeded ? "" : `<circle class="ring" cx="${cx}" cy="${cy}" r="9"/>`;
  return `${mark}${ring}<text x="${x(graph.layout.width) + 8}" y="${cy + 4}">${label}</text>\n`;
}

const colourOf = (column: number): string => `c${column % COLOURS}`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text. Characters that XML cannot contain were removed when it was put on one line. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!).replace(/[\ufffe\uffff]/g, "\ufffd");

const hues = ["#2f5fd0", "#a8480f", "#1d7a4f", "#8a3fb0", "#b3243f", "#3d6b76"];
const darkHues = ["#8fb0ff", "#ffb07a", "#79d6a5", "#d79bf5", "#ff8fa3", "#9fd0dc"];
const colourRules = (of: readonly string[]): string =>
  of.map((hue, index) => `.c${index}{stroke:${hue};fill:${hue}}`).join("");

const STYLE = [
  "text{font:13px system-ui,sans-serif;fill:#1c1e21}.head{font-size:18px;font-weight:600}.sub{fill:#5c6370}",
  ".paper{fill:#fff}.line,.revises,.ring{fill:none!important;stroke-width:2}.revises{stroke:#5c6370;stroke-dasharray:5 4}",
  `.ring{stroke:#1c1e21}${colourRules(hues)}`,
  "@media (prefers-color-scheme:dark){.paper{fill:#15171a}text{fill:#e8e9eb}.sub{fill:#a3a9b3}.ring{stroke:#e8e9eb}",
  `.revises{stroke:#a3a9b3}${colourRules(darkHues)}}`,
].join("");
