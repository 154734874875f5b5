import * as z from "zod";
import { Session } from "./session.ts";
import { ThoughtNode } from "./thought-node.ts";

/** A session as `export_reasoning_chain` writes it: the linked list of its thoughts. */
export const SessionExport = z
  .object({
    version: z.string(),
    exportedAt: z.iso.datetime(),
    session: Session.pick({ id: true, title: true, tags: true, createdAt: true, updatedAt: true }),
    thoughts: z.array(ThoughtNode).readonly(),
  })
  .superRefine(({ thoughts }, context) => {
    const problem = linkProblem(thoughts);
    if (problem !== undefined) context.addIssue({ code: "custom", path: ["thoughts"], message: problem });
  });
export type SessionExport = z.infer<typeof SessionExport>;

/** Parses a `SessionExport`. Throws a zod error if it is invalid or its links do not match. */
export function readChain(json: string): SessionExport {
  return SessionExport.parse(JSON.parse(json));
}

function linkProblem(nodes: readonly ThoughtNode[]): string | undefined {
  const seen = new Map<string, ThoughtNode>();
  const waiting = new Map<string, string>();
  for (const node of nodes) {
    if (seen.has(node.id)) return `the id '${node.id}' stands twice`;
    if (node.prev !== (waiting.get(node.id) ?? null)) return `prev of '${node.id}' does not agree with next`;
    waiting.delete(node.id);
    for (const link of [node.branchOrigin, node.revisesNode])
      if (link !== undefined && !seen.has(link))
        return `'${node.id}' points at '${link}', which is not before it`;
    if (node.branchOrigin !== undefined && node.branchOrigin !== node.prev)
      return `branchOrigin of '${node.id}' is not its prev`;
    for (const id of node.next) {
      if (seen.has(id) || waiting.has(id) || id === node.id) return `'${id}' follows two thoughts, or itself`;
      waiting.set(id, node.id);
    }
    seen.set(node.id, node);
  }
  const [lost] = waiting.keys();
  return lost === undefined ? undefined : `next names '${lost}', which is not there`;
}
