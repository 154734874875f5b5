import * as z from "zod";
import { FactKind, type Thought, thoughtNotFound } from "../../ledger/index.ts";
import type { Sessions } from "../../sessions/index.ts";
import { jsonRoute } from "./route.ts";
import { SessionFacts, ThoughtDetail, ThoughtPage } from "./schemas.ts";
import { sessionPath } from "./sessions.ts";
import { asOf } from "./times.ts";

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
    asOf,
  }),
  answer: ThoughtPage,
  async run({ params, query: { after, limit, asOf: moment } }, { sessions }) {
    const { id } = await sessions.need(params.id);
    const then = await sessions.asOf(id, moment);
    const found = await then.thoughts(id, { after, limit });
    return {
      thoughts: await withFacts(then, id, found),
      next: found.length === limit ? found.at(-1)!.seq : undefined,
    };
  },
});

/** Adds to thoughts the facts that they state. */
async function withFacts(sessions: Sessions, id: string, thoughts: readonly Thought[]) {
  if (thoughts.length === 0) return [];
  const range = { after: thoughts[0]!.seq - 1, until: thoughts.at(-1)!.seq };
  const bySeq = Map.groupBy(await sessions.facts(id, range), ({ seq }) => seq);
  return thoughts.map((thought) => {
    const facts = bySeq.get(thought.seq);
    return facts ? { ...thought, facts } : thought;
  });
}

/** Reads the facts of a session. */
export const sessionFacts = jsonRoute({
  method: "GET",
  path: "/sessions/:id/facts",
  summary:
    "What a session decided, dropped, left open or found out: declared facts, and those that a model extracted",
  scopes: ["read"],
  params: sessionPath,
  query: z.object({
    after: z.int().min(0).default(0).describe("facts of thoughts with a seq above this"),
    kind: FactKind.optional(),
    current: z.boolean().default(false).describe("leave out facts that later ones replace"),
    asOf,
  }),
  answer: SessionFacts,
  async run({ params, query: { after, kind, current, asOf: moment } }, { sessions }) {
    const { id } = await sessions.need(params.id);
    const facts = await (await sessions.asOf(id, moment)).facts(id, { after });
    return {
      facts: facts.filter(
        (fact) => (kind === undefined || fact.kind === kind) && !(current && fact.replacedBy !== undefined),
      ),
    };
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
    const [shown] = await withFacts(sessions, id, [thought]);
    return { thought: shown!, ...(await sessions.links(thought)) };
  },
});
