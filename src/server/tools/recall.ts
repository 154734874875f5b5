import * as z from "zod";
import { Door, Failure, readTime } from "../../ledger/index.ts";
import { defineTool } from "../../mcp/define.ts";

const MOST = 200;

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
    door: Door.optional().describe("The tool it came through"),
    since: z.string().optional().describe("ISO time or day"),
    until: z.string().optional(),
    limit: z.int().optional().describe(`20; at most ${MOST}`),
  }),
  output: z.object({
    results: z.array(
      z.object({
        sessionId: z.string(),
        title: z.string(),
        thoughtNumber: z.int(),
        seq: z.int(),
        snippet: z.string(),
        score: z.number(),
      }),
    ),
    warning: z.string().optional(),
  }),
  aliases: { query: ["q", "text", "question", "words"], tags: ["tag"] },
  examples: [
    { title: "A question", input: { query: "why did we drop the cache?" } },
    {
      title: "Held to a project and a time",
      input: { query: "retry deadline", project: "checkout", tags: ["debugging"], since: "2026-11-01" },
    },
  ],
  async run({ query = "", project, tags, limit, ...given }, { reasoning, unread }) {
    if (!/[\p{L}\p{N}\p{Co}]/u.test(query))
      throw new Failure("INVALID_ARGUMENT", {
        problem: "'query' is required: send the words to look for, or a question.",
      });
    const warnings = [...unread];
    const filters = readFilters(given, warnings);
    const hits = await reasoning.search({
      text: query,
      ...(project?.trim() && { project: project.trim() }),
      ...(tags && { tags }),
      ...filters,
      ...(limit !== undefined && { limit: Math.max(1, Math.min(limit, MOST)) }),
    });
    const results = hits.map(({ thought, title, snippet, score }) => ({
      sessionId: thought.sessionId,
      title,
      thoughtNumber: thought.number,
      seq: thought.seq,
      snippet,
      score,
    }));
    return { results, ...(warnings.length > 0 && { warning: warnings.join(" ") }) };
  },
});

interface Given {
  readonly door?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The filters that could be read; what could not is left out with a warning. */
function readFilters(given: Given, warnings: string[]) {
  const filters: { door?: Door; since?: string; until?: string } = {};
  if (given.door?.trim()) {
    const door = Door.safeParse(given.door.trim().toLowerCase());
    if (door.success) filters.door = door.data;
    else warnings.push(`door was ignored: expected one of ${Door.options.join(", ")}.`);
  }
  for (const edge of ["since", "until"] as const) {
    const text = given[edge];
    if (!text?.trim()) continue;
    const time = readTime(text, edge);
    if (time !== undefined) filters[edge] = time;
    else warnings.push(`${edge} was ignored: expected a time such as 2026-11-15 or 2026-11-15T10:00:00Z.`);
  }
  return filters;
}
