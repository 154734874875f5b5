import * as z from "zod";
import { Answer, defineTool } from "../../mcp/define.ts";
import { annotationInput, chainInput, chainOutput } from "./chain.ts";

/** The reference server's argument parsing: numbers and booleans are also accepted as text. */
const number = z.coerce.number().int().min(1);
const boolean = z
  .union([z.boolean(), z.string().regex(/^(true|false)$/i, 'Send true, false, "true" or "false"')])
  .transform((value) => String(value).toLowerCase() === "true");
const strictInput = z.object({
  thought: z.string(),
  nextThoughtNeeded: boolean,
  thoughtNumber: number,
  totalThoughts: number,
  isRevision: boolean.optional(),
  revisesThought: number.optional(),
  branchFromThought: number.optional(),
  branchId: z.string().optional(),
  needsMoreThoughts: boolean.optional(),
});

/** A drop-in replacement for the reference server's tool of the same name. */
export const sequentialthinking = defineTool({
  name: "sequentialthinking",
  title: "Sequential Thinking",
  description:
    "Work through a problem in numbered thoughts. Raise or lower totalThoughts as you learn, revise earlier thoughts, branch into alternatives, and set nextThoughtNeeded to false only when the answer holds. Every thought is kept.",
  effect: "append",
  input: z.object(chainInput),
  strictInput,
  // The listed arguments stay those of the reference server.
  unlisted: z.object(annotationInput),
  output: z.object(chainOutput),
  examples: [
    {
      title: "First step",
      input: { thought: "What is known?", thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true },
    },
  ],
  async run(input, { sessions, caller, unread }) {
    const author = caller.author();
    const result = await sessions.record("classic", author, input);
    const { thought, branches, thoughtCount, replayed } = result;
    const warnings = [...unread, ...result.warnings];
    const answer = {
      thoughtNumber: thought.number,
      totalThoughts: thought.total,
      nextThoughtNeeded: thought.nextThoughtNeeded,
      // The reference server returns the keys of an object: integers come first.
      branches: Object.keys(Object.fromEntries(branches.map((name) => [name, true]))),
      thoughtHistoryLength: thoughtCount,
    };
    return new Answer(answer, {
      text: JSON.stringify(answer, null, 2),
      meta: {
        "clew/sessionId": thought.sessionId,
        ...(replayed && { "clew/replayed": true }),
        ...(warnings.length > 0 && { "clew/warnings": warnings }),
      },
    });
  },
});
