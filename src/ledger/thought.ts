import * as z from "zod";
import { Evidence } from "./evidence.ts";
import { Redaction } from "./redaction.ts";
import { Mode } from "./session.ts";

/** The tool or program that a thought came through. */
export const Source = z.enum([
  "think",
  "thoughtbox",
  "classic",
  "gateway",
  "reasoning",
  "host",
  "library",
  "import",
]);
export type Source = z.infer<typeof Source>;

/** One reasoning step: an immutable row of the ledger. */
export const Thought = z.object({
  id: z.string(),
  sessionId: z.string(),
  seq: z.int().describe("1, 2, 3… in order of arrival in the session"),
  number: z.int().describe("what the agent calls it"),
  total: z.int().describe("how many the agent expects"),
  content: z.string(),
  branchId: z.string().optional(),
  branchFrom: z.int().optional(),
  isRevision: z.boolean(),
  revises: z.int().optional(),
  revisesId: z.string().optional().describe("id of the revised thought: numbers may repeat, ids do not"),
  nextThoughtNeeded: z.boolean(),
  confidence: z.number().optional(),
  mode: Mode,
  source: Source,
  author: z.string().optional(),
  parentId: z.string().optional().describe("the previous thought in its branch, or the fork point"),
  critique: z.record(z.string(), z.unknown()).optional(),
  metadata: z.record(z.string(), z.unknown()),
  evidence: z.array(Evidence).optional().describe("what it rests on"),
  marks: z.array(z.string()).optional().describe("facts that its author declared: `decision: …`"),
  createdAt: z.iso.datetime(),
  redaction: Redaction.optional().describe("who redacted its content, when and why; absent if nobody did"),
});
export type Thought = z.infer<typeof Thought>;

/** The maximum size of a thought, in bytes of UTF-8. */
export const MAX_THOUGHT_BYTES = 1_048_576;
