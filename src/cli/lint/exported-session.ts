import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { Evidence, Session, type Thought } from "../../ledger/index.ts";
import { CommandFailure } from "../command.ts";

const Node = z.object({
  id: z.string(),
  thought: z.object({
    number: z.int(),
    content: z.string(),
    timestamp: z.string(),
    branchId: z.string().optional(),
    isRevision: z.boolean().optional(),
    revisesThought: z.int().optional(),
    confidence: z.number().optional(),
    evidence: z.array(Evidence).optional(),
  }),
  prev: z.string().nullable(),
  revisesNode: z.string().optional(),
});
const Exported = z.object({
  session: z.object({ id: z.string(), title: z.string(), status: Session.shape.status.optional() }),
  nodes: z.array(Node).optional(),
  thoughts: z.array(Node).optional(),
});

/** A session that was exported as `json` or `chain`. */
export interface ExportedSession {
  readonly session: Pick<Session, "id" | "title" | "status">;
  readonly thoughts: readonly Thought[];
}

/** Reads an exported session from a file. */
export function readExported(file: string, name: string): ExportedSession {
  const parsed = Exported.safeParse(jsonIn(file, name));
  const nodes = parsed.data?.nodes ?? parsed.data?.thoughts;
  if (!parsed.success || !nodes)
    throw new CommandFailure(
      `${name} is not an exported session. Write one with \`clew sessions export --format json\`.`,
      2,
    );
  const { id, title, status = "completed" } = parsed.data.session;
  return {
    session: { id, title, status },
    thoughts: nodes.map((node, index) =>
      toThought(node, id, index, status === "completed" && index === nodes.length - 1),
    ),
  };
}

function jsonIn(file: string, name: string): unknown {
  try {
    // Reading a pipe would wait forever.
    if (!statSync(file).isFile()) throw new Error("not a regular file");
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "is not valid JSON" : "cannot be read";
    throw new CommandFailure(`${name} ${reason}.`, 2);
  }
}

function toThought(
  { id, thought, prev, revisesNode }: z.infer<typeof Node>,
  sessionId: string,
  index: number,
  isLast: boolean,
): Thought {
  return {
    id,
    sessionId,
    seq: index + 1,
    number: thought.number,
    total: thought.number,
    content: thought.content,
    ...(thought.branchId !== undefined && { branchId: thought.branchId }),
    isRevision: thought.isRevision ?? false,
    ...(thought.revisesThought !== undefined && { revises: thought.revisesThought }),
    ...(revisesNode !== undefined && { revisesId: revisesNode }),
    nextThoughtNeeded: !isLast,
    ...(thought.confidence !== undefined && { confidence: thought.confidence }),
    ...(thought.evidence && { evidence: thought.evidence }),
    mode: "chain",
    source: "library",
    ...(prev !== null && { parentId: prev }),
    metadata: {},
    createdAt: thought.timestamp,
  };
}
