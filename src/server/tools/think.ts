import * as z from "zod";
import { Answer, defineTool } from "../../mcp/define.ts";
import { annotationInput, notesOutput } from "./chain.ts";

const REQUIRED = "'thought' parameter is required";

/** The `think` tool: adds one step of reasoning to a session. */
export const think = defineTool({
  name: "think",
  title: "Think",
  description:
    "Use this tool to think about something. It obtains no new information and changes nothing: it appends the thought to the log. Use it when complex reasoning or a memory of earlier steps is needed.",
  effect: "append",
  input: z.object({
    thought: z.string().describe("A thought to think about. Be specific and detailed in your reasoning."),
    session_id: z.string().optional().describe("From the last answer"),
    marks: annotationInput.marks,
    workflow_id: z.string().optional().describe("Overrides session_id"),
  }),
  unlisted: z.object(annotationInput),
  output: z.object({
    status: z.string(),
    step: z.int().optional(),
    thought: z.string().optional(),
    context_size: z.int().optional(),
    session_id: z.string().optional(),
    ...notesOutput,
  }),
  examples: [
    {
      title: "Before an irreversible action",
      input: {
        thought: "User wants to cancel flight ABC123. Need to verify: user ID, reservation ID, reason.",
      },
    },
    { title: "In a named session", input: { thought: "First thought", session_id: "workflow-abc123" } },
  ],
  refusal(failure) {
    const message = toMessage(failure.code, failure.message);
    return { text: message, structured: { status: "error", message } };
  },
  async run(input, { sessions, caller, unread }) {
    const author = caller.author(input.session_id);
    const {
      replayed,
      warnings,
      steered: _,
      recordedIn: sessionId,
      ...answer
    } = await sessions.think(author, input.thought, input);
    const hints = answer.step === undefined ? [] : await sessions.hints({ sessionId, seq: answer.step });
    const left = [...unread, ...warnings];
    return new Answer(
      { ...answer, ...(hints.length > 0 && { hints: [...hints] }) },
      {
        meta: {
          ...(replayed && { "clew/replayed": true }),
          ...(left.length > 0 && { "clew/warnings": left }),
        },
      },
    );
  },
});

function toMessage(code: string, message: string): string {
  if (code === "THOUGHT_REQUIRED") return `Error: ${REQUIRED}`;
  return code === "THOUGHT_TOO_LARGE" ? `Error: ${message}` : `Error processing thought: ${message}`;
}
