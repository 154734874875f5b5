import * as z from "zod";
import { type Thought, thoughtNotFound } from "../../ledger/index.ts";
import type { Store } from "../../store/port.ts";
import { jsonRoute } from "./route.ts";
import { ThoughtDetail, ThoughtPage } from "./schemas.ts";
import { needSession, sessionPath } from "./session-path.ts";

/** How many entries are looked through at a time for what hangs on a thought. */
const PAGE = 20_000;
/** The most that is told of what hangs on one thought. */
const MOST = 1_000;

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
  async run({ params, query: { after, limit } }, { store }) {
    const { id } = await needSession(store, params.id);
    const found = await store.thoughts(id, { after, limit });
    return { thoughts: found, ...(found.length === limit && { next: found.at(-1)!.seq }) };
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
  async run({ params }, { store }) {
    const { id } = await needSession(store, params.id);
    const [thought] = await store.thoughts(id, { after: params.seq - 1, limit: 1 });
    if (!thought) throw thoughtNotFound("seq", params.seq, [], false);
    return { thought, ...(await hangingOn(store, id, thought)) };
  },
});

/** What revises a thought, and which branches fork from it; both come after it. */
async function hangingOn(store: Store, sessionId: string, thought: Pick<Thought, "id" | "seq" | "branchId">) {
  const revisedBy: number[] = [];
  const forks = new Map<string, number>();
  for (let after = thought.seq; ; ) {
    const entries = await store.outline(sessionId, { after, limit: PAGE });
    for (const { seq, parentId, revisesId, branchId } of entries) {
      if (revisesId === thought.id && revisedBy.length < MOST) revisedBy.push(seq);
      const isFork = parentId === thought.id && branchId !== undefined && branchId !== thought.branchId;
      if (isFork && forks.size < MOST) forks.set(branchId, seq);
    }
    if (entries.length < PAGE) break;
    after = entries.at(-1)!.seq;
  }
  return { revisedBy, forks: [...forks].map(([branchId, seq]) => ({ branchId, seq })) };
}
