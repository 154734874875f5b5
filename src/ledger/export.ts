import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";

/** The formats a session can be exported in. */
export type ExportFormat = "markdown" | "json";

/** Reads a session's thoughts in order of arrival, as often as it is called. */
export type ReadThoughts = () => AsyncIterable<Thought>;

/** A session as Markdown, in pieces: the main lane first, then each branch under its own heading. */
export async function* exportMarkdown(session: Session, read: ReadThoughts): AsyncGenerator<string> {
  yield `# ${session.title}\n\n**Session ID:** ${session.id}\n**Created:** ${session.createdAt}\n`;
  if (session.tags.length > 0) yield `**Tags:** ${session.tags.join(", ")}\n`;
  yield "\n---\n";
  const lanes = new Map<string, Thought>();
  for await (const thought of read()) {
    if (thought.branchId === undefined) yield thoughtSection("##", thought);
    else if (!lanes.has(thought.branchId)) lanes.set(thought.branchId, thought);
  }
  for (const [branchId, first] of lanes) {
    const from = first.branchFrom === undefined ? "" : ` (from thought ${first.branchFrom})`;
    yield `\n## Branch: ${branchId}${from}\n`;
    for await (const thought of read())
      if (thought.branchId === branchId) yield thoughtSection("###", thought);
  }
}

function thoughtSection(level: string, thought: Thought): string {
  const revision = thought.isRevision ? ` (revises thought ${thought.revises})` : "";
  return `\n${level} Thought ${thought.number}${revision}\n\n${thought.content}\n`;
}

/** A session as one JSON document, in pieces: `version`, `session`, `nodes` (a linked list), `exportedAt`. */
export async function* exportJson(
  session: Session,
  read: ReadThoughts,
  exportedAt: string,
): AsyncGenerator<string> {
  // Only ids are held in memory: `next` of a thought is not known before the whole session has gone by.
  const next = new Map<string, string[]>();
  const firstOfLane = new Map<string, string>();
  for await (const { id, parentId, branchId } of read()) {
    if (branchId !== undefined && !firstOfLane.has(branchId)) firstOfLane.set(branchId, id);
    if (parentId === undefined) continue;
    const children = next.get(parentId);
    if (children) children.push(id);
    else next.set(parentId, [id]);
  }
  yield `{"version":"1.0","session":${JSON.stringify(session)},"nodes":[`;
  let comma = "\n";
  for await (const thought of read()) {
    const isFork = thought.branchId !== undefined && firstOfLane.get(thought.branchId) === thought.id;
    yield comma + JSON.stringify(thoughtNode(thought, next.get(thought.id) ?? [], isFork));
    comma = ",\n";
  }
  yield `\n],"exportedAt":${JSON.stringify(exportedAt)}}\n`;
}

function thoughtNode(thought: Thought, next: readonly string[], isFork: boolean) {
  return {
    id: thought.id,
    thought: {
      number: thought.number,
      content: thought.content,
      timestamp: thought.createdAt,
      ...(thought.branchId !== undefined && { branchId: thought.branchId }),
      ...(thought.isRevision && { isRevision: true, revisesThought: thought.revises }),
    },
    prev: thought.parentId ?? null,
    next,
    // An agent may repeat its fork point on every thought of the branch; only the first hangs on it.
    ...(isFork && thought.parentId !== undefined && { branchOrigin: thought.parentId }),
    ...(thought.revisesId !== undefined && { revisesNode: thought.revisesId }),
  };
}
