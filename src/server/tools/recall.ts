import * as z from "zod";
import { Source } from "../../ledger/index.ts";
import { defineTool } from "../../mcp/define.ts";
import { sessionView } from "../resources/session.ts";
import { MAX_RESULTS, SearchResults, searchThoughts } from "../search-results.ts";

/** The `recall` tool: searches all sessions. */
export const recall = defineTool({
  name: "recall",
  title: "Recall",
  description: "Search all thoughts by words or a question.",
  effect: "read",
  view: sessionView.uri,
  input: z.object({
    query: z.string().describe("Words or a question"),
    project: z.string().optional(),
    tags: z.array(z.string()).optional().describe("Sessions with all of these"),
    source: Source.optional(),
    sessionId: z.string().optional(),
    kind: z.string().optional().describe("decision, open, note…"),
    since: z.string().optional().describe("ISO time or day"),
    until: z.string().optional(),
    archived: z.boolean().optional().describe("Archived sessions too"),
    limit: z.int().optional().describe(`20; at most ${MAX_RESULTS}`),
  }),
  output: SearchResults,
  aliases: { query: ["q", "text", "question", "words"], tags: ["tag"], sessionId: ["session_id", "session"] },
  examples: [
    { title: "A question", input: { query: "why did we drop the cache?" } },
    {
      title: "Limited to a project and a time",
      input: { query: "retry deadline", project: "checkout", tags: ["debugging"], since: "2026-11-01" },
    },
    { title: "Only what was decided", input: { query: "retry budget", kind: "decision" } },
  ],
  run: (input, { sessions, unread }) => searchThoughts(input, sessions, unread),
});
