import * as z from "zod";
import { defineTool } from "../../mcp/define.ts";

/** The `export_reasoning_chain` tool: writes a session to a file, with its thoughts as a linked list. */
export const exportReasoningChain = defineTool({
  name: "export_reasoning_chain",
  title: "Export a reasoning chain",
  description:
    "Write a session to a new JSON file: every thought as a node linked to those before and after it, with branches and revisions. Nothing is overwritten.",
  // Not read-only: each call writes a file.
  effect: "append",
  input: z.object({
    sessionId: z.string().optional().describe("Session to export; the current one by default"),
    destination: z
      .string()
      .optional()
      .describe("Folder in the data home or the bound root; exports/ in the data home by default"),
  }),
  output: z.object({
    sessionId: z.string(),
    path: z.string().describe("Relative to the data home if inside it"),
    format: z.literal("SessionExport"),
    thoughts: z.int(),
    bytes: z.int(),
    warning: z.string().optional(),
  }),
  examples: [
    { title: "The current session", input: {} },
    {
      title: "Another session, in a folder of its own",
      input: { sessionId: "debug-auth-2025-01", destination: "exports/auth" },
    },
  ],
  async run(input, { sessions, caller, progress, unread }) {
    const author = caller.author();
    // A workflow argument takes precedence over a session. A session id that is sent must exist.
    const sessionId = author.handle.origin === "argument" ? undefined : input.sessionId;
    const { destination } = input;
    const exported = await sessions.exportChain(
      author,
      { sessionId, destination },
      {
        signal: progress.signal,
        progress: (done, total) => progress.report("thoughts written", done, total),
      },
    );
    return { ...exported, warning: unread.join(" ") || undefined };
  },
});
