import * as z from "zod";
import { Answer, defineTool } from "../../mcp/define.ts";
import { chainInput, chainOutput } from "./chain.ts";

/** A drop-in for the reference server's tool of the same name, on the ledger. */
export const sequentialthinking = defineTool({
  name: "sequentialthinking",
  title: "Sequential Thinking",
  description:
    "Work through a problem in numbered thoughts. Raise or lower totalThoughts as you learn, revise earlier thoughts, branch into alternatives, and set nextThoughtNeeded to false only when the answer holds. Every thought is kept.",
  effect: "append",
  input: z.object(chainInput),
  output: z.object(chainOutput),
  examples: [
    {
      title: "First step",
      input: { thought: "What is known?", thoughtNumber: 1, totalThoughts: 3, nextThoughtNeeded: true },
    },
  ],
  async run(input, { reasoning, caller }) {
    const author = caller.author();
    const receipt = await reasoning.record("classic", author, input);
    const { thought, branches, thoughtCount, replayed } = receipt;
    const answer = {
      thoughtNumber: thought.number,
      totalThoughts: thought.total,
      nextThoughtNeeded: thought.nextThoughtNeeded,
      branches: [...branches],
      thoughtHistoryLength: thoughtCount,
    };
    return new Answer(answer, {
      meta: {
        "clew/sessionId": thought.sessionId,
        ...(replayed && { "clew/replayed": true }),
      },
    });
  },
});
