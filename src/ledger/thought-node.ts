import * as z from "zod";
import { Evidence } from "./evidence.ts";
import { Redaction } from "./redaction.ts";
import type { Thought } from "./thought.ts";

/** A thought in an export: a node of a doubly linked list that forks at branches. */
export const ThoughtNode = z.object({
  id: z.string(),
  thought: z.object({
    number: z.int(),
    content: z.string(),
    timestamp: z.iso.datetime(),
    total: z.int().optional().describe("how many the agent expected"),
    nextThoughtNeeded: z.boolean().optional(),
    branchId: z.string().optional(),
    branchFrom: z.int().optional().describe("the fork as the agent named it"),
    isRevision: z.boolean().optional(),
    revisesThought: z.int().optional(),
    critique: z.record(z.string(), z.unknown()).optional(),
    confidence: z.number().optional(),
    author: z.string().optional(),
    redaction: Redaction.optional(),
    evidence: z.array(Evidence).optional(),
    marks: z.array(z.string()).optional(),
  }),
  prev: z.string().nullable(),
  next: z.array(z.string()).readonly(),
  branchOrigin: z.string().optional().describe("the fork point, on the first thought of a branch"),
  revisesNode: z.string().optional(),
});
export type ThoughtNode = z.infer<typeof ThoughtNode>;

/** Links a session's thoughts. `read` is called several times. */
export async function* linkedNodes(read: () => AsyncIterable<Thought>): AsyncGenerator<ThoughtNode> {
  // Only ids are held in memory: `next` of a thought is unknown until the whole session was read.
  const next = new Map<string, string[]>();
  const forks = new Map<string, string>();
  let missing = 0;
  for await (const { id, parentId, branchId } of read()) {
    missing++;
    if (branchId !== undefined && !forks.has(branchId)) forks.set(branchId, id);
    if (parentId === undefined) continue;
    const children = next.get(parentId);
    if (children) children.push(id);
    else next.set(parentId, [id]);
  }
  if (missing === 0) return;
  for await (const thought of read()) {
    const isFork = thought.branchId !== undefined && forks.get(thought.branchId) === thought.id;
    yield toNode(thought, next.get(thought.id) ?? [], isFork);
    // Nothing links to thoughts that arrived in the meantime.
    if (--missing === 0) break;
  }
}

function toNode(thought: Thought, next: readonly string[], isFork: boolean): ThoughtNode {
  return {
    id: thought.id,
    thought: {
      number: thought.number,
      content: thought.content,
      timestamp: thought.createdAt,
      total: thought.total,
      nextThoughtNeeded: thought.nextThoughtNeeded,
      ...(thought.branchId !== undefined && { branchId: thought.branchId }),
      ...(thought.branchFrom !== undefined && { branchFrom: thought.branchFrom }),
      ...(thought.isRevision && { isRevision: true, revisesThought: thought.revises }),
      ...(thought.critique && { critique: thought.critique }),
      ...(thought.confidence !== undefined && { confidence: thought.confidence }),
      ...(thought.author !== undefined && { author: thought.author }),
      ...(thought.redaction && { redaction: thought.redaction }),
      ...(thought.evidence && { evidence: thought.evidence }),
      ...(thought.marks && { marks: thought.marks }),
    },
    prev: thought.parentId ?? null,
    next,
    // An agent may repeat its fork point on every thought of the branch; only the first thought is linked to it.
    ...(isFork && thought.parentId !== undefined && { branchOrigin: thought.parentId }),
    ...(thought.revisesId !== undefined && { revisesNode: thought.revisesId }),
  };
}
