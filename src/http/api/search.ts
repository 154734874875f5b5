import * as z from "zod";
import { Source, speakerOf } from "../../ledger/index.ts";
import { hitView, RECALL_KINDS } from "../../sessions/index.ts";
import { jsonRoute } from "./route.ts";
import { SearchResults } from "./schemas.ts";
import { times } from "./times.ts";

/** Searches the thoughts of all sessions. */
export const search = jsonRoute({
  method: "GET",
  path: "/search",
  summary: "Thoughts that contain these words, best first",
  scopes: ["read"],
  query: z.object({
    q: z.string().max(2_000).describe("the words"),
    project: z.string().optional(),
    tag: z.array(z.string()).max(20).optional().describe("in sessions with all of these"),
    source: Source.optional().describe("of the thought"),
    session: z.string().optional().describe("in this session only"),
    archived: z.boolean().optional().describe("true: also in archived sessions"),
    kind: z
      .enum(RECALL_KINDS)
      .optional()
      .describe("with a fact of this kind; a person's note; or any thought"),
    ...times,
    limit: z.int().min(1).max(200).default(20),
  }),
  answer: SearchResults,
  async run({ query: { q, tag, session, ...filter } }, { sessions }) {
    if (q.trim() === "") return { results: [] };
    const hits = await sessions.search({ ...filter, text: q, tags: tag, sessionId: session });
    return {
      results: hits.map((hit) => ({
        ...hitView(hit),
        project: hit.project,
        ...("note" in hit
          ? { at: hit.note.createdAt }
          : {
              source: hit.thought.source,
              speaker: speakerOf(hit.thought)?.name,
              at: hit.thought.createdAt,
            }),
      })),
    };
  },
});
