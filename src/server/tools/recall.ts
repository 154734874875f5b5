import * as z from "zod";
import { Source } from "../../ledger/index.ts";
import { defineTool } from "../../mcp/define.ts";
import { MOST, SearchResults, searchThoughts } from "../search-results.ts";

/** The `recall` tool: what was thought before, in any session and through any door. */
export const recall = defineTool({
  name: "recall",
  title: "Recall",
  description:
    "Search everything thought so far, in every session. Ask with a few words or a question: thoughts with all the words come first, else those with the rarest.",
  effect: "read",
  input: z.object({
    query: z.string().describe("Words or a question"),
    project: z.string().optional(),
    tags: z.array(z.string()).optional().describe("Sessions with all of these"),
    source: Source.optional().describe("The tool it came through"),
    since: z.string().optional().describe("ISO time or day"),
    until: z.string().optional(),
    limit: z.int().optional().describe(`20; at most ${MOST}`),
  }),
  output: SearchResults,
  aliases: { query: ["q", "text", "question", "words"], tags: ["tag"] },
  examples: [
    { title: "A question", input: { query: "why did we drop the cache?" } },
    {
      title: "Held to a project and a time",
      input: { query: "retry deadline", project: "checkout", tags: ["debugging"], since: "2026-11-01" },
    },
  ],
  run: (input, { reasoning, unread }) => searchThoughts(input, reasoning, unread),
});
