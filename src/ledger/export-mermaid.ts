import type { ReadThoughts } from "./export.ts";
import { oneLine } from "./id.ts";
import type { Session } from "./session.ts";
import { readGraph, rowsOf } from "./session-graph.ts";
import { thoughtLabel } from "./thought-label.ts";

const LABEL_CHARACTERS = 80;

/**
 * A session as a Mermaid flowchart, in pieces: a node for each thought, solid lines to the next thought and to
 * branches, dotted lines from revisions to what they revise.
 */
export async function* exportMermaid(session: Session, read: ReadThoughts): AsyncGenerator<string> {
  const graph = await readGraph(read);
  yield `---\ntitle: "${plain(session.title)}"\n---\nflowchart TD\n`;
  const begun = new Set<number>([0]);
  for await (const { row, thought } of rowsOf(graph, read)) {
    const name = `t${row + 1}`;
    const text = `"${escaped(thoughtLabel(thought, LABEL_CHARACTERS))}"`;
    // A revision and a last thought have shapes of their own.
    const node = thought.isRevision ? `{{${text}}}` : thought.nextThoughtNeeded ? `[${text}]` : `([${text}])`;
    const lane = graph.branch[row]!;
    const branch = begun.has(lane) ? "" : `|"${escaped(oneLine(graph.branches[lane]!, LABEL_CHARACTERS))}"|`;
    begun.add(lane);
    const parent = graph.parent[row]!;
    const revised = graph.revises[row]!;
    yield `  ${name}${node}\n`;
    if (parent !== 0) yield `  t${parent} -->${branch} ${name}\n`;
    if (revised !== 0) yield `  ${name} -.->|revises| t${revised}\n`;
  }
}

/** Escapes a text inside of quotes. */
function escaped(text: string): string {
  const safe = text.replace(/[^\p{L}\p{N} .,_-]/gu, (sign) => `#${sign.codePointAt(0)};`);
  // Mermaid ignores an empty label.
  return safe === "" ? "#8203;" : safe;
}

/** Escapes are not read in a title. */
const plain = (text: string): string => oneLine(text.replace(/[^\p{L}\p{N} .,_-]/gu, " "), LABEL_CHARACTERS);
