import * as z from "zod";
import { Failure, tolerate } from "../../ledger/index.ts";
import { Answer, defineTool } from "../../mcp/define.ts";
import { type ReasoningMode, type ReasonRequest, reasoningModes } from "../../reasoning/modes/index.ts";
import { followRun } from "../follow-run.ts";
import { refusal } from "./reasoning-refusal.ts";

/** The argument types for tolerant parsing. The arguments of a decision are checked by the decision itself. */
const ARGUMENTS = {
  properties: {
    operation: { type: "string" },
    content: { type: "string" },
    session_id: { type: "string" },
    branches: { type: "number" },
    perspectives: { type: "number" },
    threshold: { type: "number" },
    rounds: { type: "number" },
    options: {},
    criteria: {},
    weights: {},
    scores: {},
  },
};

const aliases = {
  operation: ["action", "mode"],
  content: ["question", "thought", "prompt", "problem"],
  args: ["arguments", "params"],
  threshold: ["confidence", "confidenceThreshold"],
  rounds: ["iterations", "maxRounds", "maxIterations"],
  options: ["alternatives", "choices"],
};

/** The `reasoning` tool: four ways in which a model reasons beyond one step, each recorded as a session. */
export const reasoning = defineTool({
  name: "reasoning",
  title: "Reasoning",
  description:
    "Several model steps, recorded as a session. args: content (the question), session_id?, and for tree (branches, then a verdict): branches? 2-4; divergent (each perspective challenges an assumption): perspectives? 2-6; reflection (critique and revise): threshold?, rounds?; decision (exact weighted sum, TOPSIS, sensitivity): options, criteria [{name, weight?, kind?: benefit|cost}], scores? [a row per option].",
  effect: "append",
  asksModel: () => true,
  input: z.object({
    operation: z.enum(reasoningModes),
    // Declares the common ones: some model APIs refuse an object without properties.
    args: z
      .looseObject({
        content: z.string().optional(),
        session_id: z.string().optional(),
        options: z.array(z.string()).optional(),
      })
      .optional(),
  }),
  // Loose, because each operation has its own answer and every client pays for this schema in tokens.
  output: z.looseObject({ session_id: z.string().optional() }),
  aliases,
  gathers: "args",
  examples: [
    {
      title: "A decision with scores",
      input: {
        operation: "decision",
        args: {
          content: "Keep the queue or rewrite it?",
          options: ["keep", "rewrite"],
          criteria: [
            { name: "speed", weight: 3 },
            { name: "price", weight: 2, kind: "cost" },
          ],
          scores: [
            [4, 2],
            [9, 7],
          ],
        },
      },
    },
  ],
  refusal,
  async run({ args }, { reasoning, sessions, caller, progress }) {
    const { value, warnings } = tolerate(ARGUMENTS, args, aliases);
    const { operation, session_id, ...order }: ReasoningInput = value;
    const author = await sessions.withProject(caller.author(session_id));
    const answer = await reasoning.reason(modeOf(operation), author, order, followRun(progress));
    return new Answer({ ...answer, ...(warnings.length > 0 && { warning: warnings.join(" ") }) });
  },
});

interface ReasoningInput extends ReasonRequest {
  readonly operation?: string;
  readonly session_id?: string;
}

function modeOf(operation = ""): ReasoningMode {
  const word = operation.trim().toLowerCase();
  const mode = reasoningModes.find((one) => one === word);
  if (!mode)
    throw new Failure("INVALID_OPERATION", {
      operation: operation.slice(0, 40),
      known: reasoningModes.join(", "),
    });
  return mode;
}
