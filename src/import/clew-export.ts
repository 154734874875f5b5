import { basename } from "node:path";
import { DEFAULT_PROJECT } from "../ledger/index.ts";
import { exactThought } from "./exact-thought.ts";
import { fileTranscript, readDocument } from "./file-transcript.ts";
import { createSessionFacts } from "./session-facts.ts";
import type { Transcript, TranscriptThought } from "./transcript.ts";
import { countOf, type JsonObject, listOf, objectOf, tagsOf, textOf, timeOf } from "./value.ts";

/** Whether a document is a JSON export of Clew or Thoughtbox. */
export function isClewExport(document: JsonObject): boolean {
  return nodesOf(document) !== undefined && textOf(objectOf(document.session).id) !== undefined;
}

function nodesOf(document: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(document.nodes)) return document.nodes;
  return Array.isArray(document.thoughts) ? document.thoughts : undefined;
}

/** An exported session. */
export async function openClewFile(file: string, document?: JsonObject): Promise<Transcript> {
  const id = textOf(objectOf(document?.session).id) ?? basename(file, ".json");
  return fileTranscript("clew", id, file, async (skips) => {
    const root = (await readDocument(file, skips)) ?? {};
    const session = objectOf(root.session);
    const facts = createSessionFacts();
    for (const node of listOf(nodesOf(root))) facts.at(timeOf(objectOf(objectOf(node).thought).timestamp));
    facts.at(timeOf(session.createdAt));
    facts.state(session.status !== "active");
    const metadata = objectOf(session.metadata);
    for (const model of listOf(metadata.models)) facts.model(textOf(model));
    facts.hid(countOf(metadata.hiddenReasoning));
    facts.cost(metadata.cost);
    const project = textOf(session.project);
    return {
      facts: facts.done({
        title: textOf(session.title),
        prompt: textOf(session.description),
        tags: tagsOf(session.tags),
        ...(project !== DEFAULT_PROJECT && { project }),
      }),
      thoughts: () => thoughtsOf(root),
    };
  });
}

async function* thoughtsOf(root: JsonObject): AsyncGenerator<TranscriptThought> {
  for (const [index, entry] of listOf(nodesOf(root)).entries()) {
    const node = objectOf(entry);
    const thought = objectOf(node.thought);
    const id = textOf(node.id);
    const content = textOf(thought.content) ?? textOf(thought.thought);
    if (id === undefined || content === undefined) continue;
    const exact = exactThought(thought, index + 1);
    yield {
      key: id,
      nativeId: id,
      kind: exact?.marks?.some((mark) => mark.kind === "decision") ? "decision" : "tool",
      content,
      at: timeOf(thought.timestamp),
      branchId: textOf(thought.branchId),
      fork: textOf(node.branchOrigin),
      revises: textOf(node.revisesNode),
      exact,
    };
  }
}
