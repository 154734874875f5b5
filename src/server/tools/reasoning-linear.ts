import * as z from "zod";
import { Answer, defineTool } from "../../mcp/define.ts";
import { type Annotations, readAnnotations } from "../../sessions/index.ts";
import { followRun } from "../follow-run.ts";
import { annotationInput, notesOutput } from "./chain.ts";
import { refusal } from "./reasoning-refusal.ts";

/** The `reasoning_linear` tool: a model adds one step to the session's reasoning. */
export const reasoningLinear = defineTool({
  name: "reasoning_linear",
  title: "Linear reasoning",
  description:
    "Asks the server's model to reason about a thought and records the step. Pass session_id to build on earlier steps.",
  effect: "append",
  asksModel: () => true,
  input: z.object({
    content: z.string(),
    session_id: z.string().optional(),
    confidence: z.number().min(0).max(1).optional().describe("Threshold"),
    marks: z.array(z.string()).optional(),
  }),
  unlisted: z.object(annotationInput),
  output: z.object({
    thought_id: z.string(),
    session_id: z.string(),
    content: z.string(),
    confidence: z.number(),
    previous_thought: z.string().nullable(),
    below_threshold: z.boolean().optional(),
    ...notesOutput,
  }),
  aliases: { content: ["thought", "question", "prompt"], confidence: ["threshold", "confidenceThreshold"] },
  examples: [
    {
      title: "A question with a threshold",
      input: { content: "Analyze the trade-offs between SQL and NoSQL databases", confidence: 0.8 },
    },
  ],
  refusal,
  async run(
    { content, session_id, confidence, ...given },
    { reasoning, sessions, caller, progress, unread },
  ) {
    const annotations: Annotations = given;
    const author = await sessions.withProject(caller.author(session_id));
    const answer = await reasoning.linear(author, { content, confidence, annotations }, followRun(progress));
    const warnings = [
      ...unread,
      ...readAnnotations(annotations).warnings,
      ...(await sessions.unknownNote(answer.session_id, annotations.answersNote)),
    ];
    return new Answer(answer, { meta: warnings.length > 0 ? { "clew/warnings": warnings } : {} });
  },
});
