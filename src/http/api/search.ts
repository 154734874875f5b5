import * as z from "zod";
import { Source } from "../../ledger/index.ts";
import { shownHit } from "../../store/port.ts";
import { jsonRoute } from "./route.ts";
import { SearchResults } from "./schemas.ts";
import { times } from "./times.ts";

/** Searches the thoughts of all sessions. */
export const search = jsonRoute({
  method: "GET",
  path: "/search",
  summary: "Thoughts that hold these words, best first",
  scopes: ["read"],
  query: z.object({
    q: z.string().max(2_000).describe("the words"),
    project: z.string().optional(),
    tag: z.array(z.string()).max(20).optional().describe("in sessions with all of these"),
    source: Source.optional().describe("of the thought"),
    session: z.string().optional().describe("in this session only"),
    ...times,
    limit: z.int().min(1).max(200).default(20),
  }),
  answer: SearchResults,
  async run({ query: { q, project, tag, source, session, since, until, limit } }, { store }) {
    if (q.trim() === "") return { results: [] };
    const hits = await store.search({
      text: q,
      limit,
      ...(project !== undefined && { project }),
      ...(tag && { tags: tag }),
      ...(source && { source }),
      ...(session !== undefined && { sessionId: session }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
    });
    return {
      results: hits.map((hit) => ({
        ...shownHit(hit),
        ...(hit.thought.branchId !== undefined && { branchId: hit.thought.branchId }),
        at: hit.thought.createdAt,
      })),
    };
  },
});
