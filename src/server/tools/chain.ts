import * as z from "zod";

/** The arguments of a chained thought. */
export const chainInput = {
  thought: z.string().describe("The current thinking step"),
  nextThoughtNeeded: z.boolean().describe("Whether another thought follows"),
  thoughtNumber: z.int().min(1).describe("Position in the chain, from 1; may count down"),
  totalThoughts: z.int().min(1).describe("Estimated total; may change"),
  isRevision: z.boolean().optional(),
  revisesThought: z.int().min(1).optional(),
  branchFromThought: z.int().min(1).optional().describe("Fork point of a branch"),
  branchId: z.string().optional(),
  needsMoreThoughts: z.boolean().optional(),
};

/** What a thought may carry besides its text, in every tool that records one. */
export const annotationInput = {
  marks: z
    .array(z.string())
    .optional()
    .describe('Facts: "decision|dead end|open|answered|next|outcome: … because …"'),
  evidence: z.array(z.string()).optional().describe("Files, commands, URLs"),
  needsInput: z.string().optional().describe("Question to a person"),
  answersNote: z.string().optional().describe("Note id"),
  confidence: z.number().min(0).max(1).optional(),
  project: z.string().optional(),
};

/** The notes of people, in answers of a fixed shape. Other answers carry them, too. */
export const notesOutput = { notes: z.array(z.unknown()).optional() };

/** The reference server's answer to a chained thought. */
export const chainOutput = {
  thoughtNumber: z.int(),
  totalThoughts: z.int(),
  nextThoughtNeeded: z.boolean(),
  branches: z.array(z.string()),
  thoughtHistoryLength: z.int(),
  ...notesOutput,
};

/** Whether arguments ask for a critique, in any spelling and at any depth. */
export const asksForCritique = (args: object): boolean => /critique/i.test(JSON.stringify(args));

/** The argument that requests a critique. */
export const critiqueInput = {
  critique: z.boolean().optional().describe("Have a model review this thought"),
};
