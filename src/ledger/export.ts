import type { Note } from "./note.ts";
import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";
import { linkedNodes, type ThoughtNode } from "./thought-node.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** The formats a session can be exported in. */
export type ExportFormat = "markdown" | "json" | "chain";

/** Reads a session's thoughts in order of arrival; can be called repeatedly. */
export type ReadThoughts = () => AsyncIterable<Thought>;

/** A session to export, with its notes. */
export type ExportedSession = Session & { readonly notes?: readonly Note[] };

/** The version of both JSON documents. */
export const EXPORT_VERSION = "1.0";

/** A session as one JSON document, in pieces: `version`, `session`, `nodes` (a linked list), `notes` if there are any, `exportedAt`. */
export async function* exportJson(
  { notes = [], ...session }: ExportedSession,
  read: ReadThoughts,
  exportedAt: string,
): AsyncGenerator<string> {
  yield `{"version":"${EXPORT_VERSION}","session":${JSON.stringify(withoutSecrets(session))},"nodes":[`;
  yield* nodePieces(linkedNodes(read));
  if (notes.length > 0)
    yield `\n],"notes":${JSON.stringify(withoutSecrets(notes))},"exportedAt":${JSON.stringify(exportedAt)}}\n`;
  else yield `\n],"exportedAt":${JSON.stringify(exportedAt)}}\n`;
}

/**
 * A session as a `SessionExport`, in pieces: `version`, `exportedAt`, `session` summary, `thoughts` (a linked list).
 */
export async function* exportChain(
  session: Pick<Session, "id" | "title" | "tags" | "createdAt" | "updatedAt">,
  read: ReadThoughts,
  exportedAt: string,
): AsyncGenerator<string> {
  const { id, title, tags, createdAt, updatedAt } = withoutSecrets(session);
  const short = JSON.stringify({ id, title, tags, createdAt, updatedAt });
  yield `{"version":"${EXPORT_VERSION}","exportedAt":${JSON.stringify(exportedAt)},"session":${short},"thoughts":[`;
  yield* nodePieces(chainNodes(read));
  yield "\n]}\n";
}

/** The nodes with the fields that a `SessionExport` has. */
async function* chainNodes(read: ReadThoughts): AsyncGenerator<ThoughtNode> {
  for await (const node of linkedNodes(read)) {
    const { total: _, nextThoughtNeeded: __, branchFrom: ___, author: ____, ...thought } = node.thought;
    yield { ...node, thought };
  }
}

async function* nodePieces(nodes: AsyncIterable<ThoughtNode>): AsyncGenerator<string> {
  let comma = "\n";
  for await (const node of nodes) {
    yield comma + JSON.stringify(withoutSecrets(node));
    comma = ",\n";
  }
}
