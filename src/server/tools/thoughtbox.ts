import * as z from "zod";
import type { AppendResult } from "../../ledger/index.ts";
import { Answer, defineTool, type EmbeddedText } from "../../mcp/define.ts";
import { followRun } from "../follow-run.ts";
import { patternsCookbook } from "../resources/documents.ts";
import { sessionView } from "../resources/session.ts";
import { annotationInput, asksForCritique, chainInput, chainOutput, critiqueInput } from "./chain.ts";

/** The `thoughtbox` tool: chains of thoughts with branches and revisions. */
export const thoughtbox = defineTool({
  name: "thoughtbox",
  title: "Thoughtbox",
  description:
    "Record one step of structured reasoning in a durable session. Count up to explore, down from totalThoughts to plan backwards; fork with branchFromThought and branchId; correct with isRevision and revisesThought: nothing is overwritten. The first call opens a session; pass its sessionId on every later call. nextThoughtNeeded: false completes it.",
  effect: "append",
  view: sessionView.uri,
  asksModel: asksForCritique,
  input: z.object({
    ...chainInput,
    ...annotationInput,
    ...critiqueInput,
    includeGuide: z.boolean().optional().describe("Include the patterns cookbook"),
    sessionTitle: z.string().optional().describe("For a new session"),
    sessionTags: z.array(z.string()).optional(),
    sessionId: z.string().optional().describe("From an earlier answer"),
  }),
  output: z.object({
    sessionId: z.string(),
    ...chainOutput,
    warning: z.string().optional(),
    sessionClosed: z.boolean().optional(),
    critique: z.looseObject({ text: z.string() }).optional(),
    critiqueNote: z.string().optional(),
  }),
  examples: [
    {
      title: "Forward thinking (1 to N)",
      input: {
        thought: "First, let me understand the problem...",
        thoughtNumber: 1,
        totalThoughts: 5,
        nextThoughtNeeded: true,
        sessionTitle: "Debugging memory leak",
        sessionTags: ["project:myapp", "task:debugging"],
      },
    },
    {
      title: "Backward planning (N to 1)",
      input: {
        thought: "The end state should be a fully tested feature...",
        thoughtNumber: 5,
        totalThoughts: 5,
        nextThoughtNeeded: true,
      },
    },
  ],
  async run(input, { reasoning, sessions, caller, progress, unread }) {
    const author = caller.author();
    // A workflow argument takes precedence over a session. A session id that is sent must exist.
    const sessionId = author.handle.origin === "argument" ? undefined : input.sessionId;
    const result = await sessions.record("thoughtbox", author, { ...input, sessionId });
    const guide = await embeddedGuide(result, input.includeGuide === true);
    const review =
      input.critique === true && (await reasoning.criticise(author, result.thought, followRun(progress)));
    const hints = await sessions.hints(result.thought);
    return new Answer(
      { ...toAnswer(result, unread), ...(hints.length > 0 && { hints: [...hints] }), ...review },
      {
        meta: {
          ...(guide && { embeddedResources: [guide] }),
          ...(result.replayed && { "clew/replayed": true }),
        },
        embedded: guide && input.includeGuide === true ? [guide] : undefined,
      },
    );
  },
});

function toAnswer(result: AppendResult, unread: readonly string[]) {
  const { thought, branches, thoughtCount } = result;
  const warning = [...unread, ...result.warnings].join(" ");
  return {
    sessionId: thought.sessionId,
    thoughtNumber: thought.number,
    totalThoughts: thought.total,
    nextThoughtNeeded: thought.nextThoughtNeeded,
    branches: [...branches],
    thoughtHistoryLength: thoughtCount,
    warning: warning || undefined,
    ...(result.closed && { sessionClosed: true }),
  };
}

async function embeddedGuide(
  { thought, closed }: AppendResult,
  isRequested: boolean,
): Promise<EmbeddedText | undefined> {
  if (!isRequested && thought.number !== 1 && !closed) return undefined;
  return {
    uri: patternsCookbook.uri,
    mimeType: "text/markdown",
    text: (await import("../resources/patterns-cookbook.md")).default,
    annotations: { audience: ["llm"] },
  };
}
