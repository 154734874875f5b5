import * as z from "zod";
import { thoughtNotFound } from "../../ledger/index.ts";
import { jsonRoute } from "./route.ts";
import { ThoughtDetail, ThoughtPage } from "./schemas.ts";
import { sessionPath } from "./sessions.ts";

/** Reads a part of a session. */
export const thoughts = jsonRoute({
  method: "GET",
  path: "/sessions/:id/thoughts",
  summary: "A part of a session, whole thoughts in order of arrival",
  scopes: ["read"],
  params: sessionPath,
  query: z.object({
    after: z.int().min(0).default(0).describe("thoughts with a seq above this"),
    limit: z.int().min(1).max(500).default(100),
  }),
  answer: ThoughtPage,
  async run({ params, query: { after, limit } }, { sessions }) {
    const { id } = await sessions.need(params.id);
    const found = await sessions.thoughts(id, { after, limit });
    return { thoughts: found, next: found.length === limit ? found.at(-1)!.seq : undefined };
  },
});

/** Reads one thought. */
export const oneThought = jsonRoute({
  method: "GET",
  path: "/sessions/:id/thoughts/:seq",
  summary: "One thought, with what revises it and which branches begin at it",
  scopes: ["read"],
  params: sessionPath.extend({ seq: z.int().min(1).describe("the thought's seq") }),
  answer: ThoughtDetail,
  async run({ params }, { sessions }) {
    const { id } = await sessions.need(params.id);
    const [thought] = await sessions.thoughts(id, { after: params.seq - 1, limit: 1 });
    if (!thought) throw thoughtNotFound("seq", params.seq, []);
    return { thought, ...(await sessions.links(thought)) };
  },
});
