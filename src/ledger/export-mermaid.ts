import type { ReadThoughts } from "./export.ts";
import { oneLine } from "./id.ts";
import type { Session } from "./session.ts";
import { readGraph, rowsOf } from "./session-graph.ts";
import { thoughtLabel } from "./thought-label.ts";

const LABEL_LETTERS = 80;

/**
 * A session as a Mermaid flowchart, in pieces: a node for each thought, solid lines within lanes and to branches, dotted
 * ones from revisions to what they revise.
 */
export async function* exportMermaid(session: Session, read: ReadThoughts): AsyncGenerator<string> {
  const graph = await readGraph(read);
  yield `---\ntitle: "${plain(session.title)}"\n---\nflowchart TD\n`;
  const begun = new Set<number>([0]);
  for await (const { row, thought } of rowsOf(graph, read)) {
    const name = `t${row + 1}`;
    const text = `"${escaped(thoughtLabel(thought, LABEL_LETTERS))}"`;
    // A revision and an end have shapes of their own.
    const node = thought.isRevision ? `{{${text}}}` : thought.nextThoughtNeeded ? `[${text}]` : `([${text}])`;
    const lane = graph.branch[row]!;
    const branch = begun.has(lane) ? "" : `|"${escaped(oneLine(graph.branches[lane]!, LABEL_LETTERS))}"|`;
    begun.add(lane);
    const parent = graph.parent[row]!;
    const revised = graph.revises[row]!;
    yield `  ${name}${node}\n`;
    if (parent !== 0) yield `  t${parent} -->${branch} ${name}\n`;
    if (revised !== 0) yield `  ${name} -.->|revises| t${revised}\n`;
  }
}

/** A text within quotes: whatever could mean something there is written by its number. */
function escaped(text: string): string {
  const safe = text.replace(/[^\p{L}\p{N} .,_-]/gu, (sign) => `#${sign.codePointAt(0)};`);
  // An empty label is no label to Mermaid.
  return safe === "" ? "#8203;" : safe;
}

/** A title stands where numbers for signs are not read. */
const plain = (text: string): string => oneLine(text.replace(/[^\p{L}\p{N} .,_-]/gu, " "), LABEL_LETTERS);
