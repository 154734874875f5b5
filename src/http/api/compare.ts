import * as z from "zod";
import { FactComparison } from "../../ledger/index.ts";
import { jsonRoute } from "./route.ts";
import { EditedSession, SessionRow } from "./schemas.ts";

const SessionComparison = FactComparison.extend({ a: SessionRow, b: SessionRow }).meta({
  id: "SessionComparison",
});
export type SessionComparison = z.infer<typeof SessionComparison>;

/** Compares two sessions by their facts. */
export const compareSessions = jsonRoute({
  method: "GET",
  path: "/compare",
  summary: "Two sessions by their decisions, dead ends and open questions: in common, apart and in conflict",
  scopes: ["read"],
  query: z.object({
    a: z.string().describe("a session's id"),
    b: z.string().describe("the other session's id"),
  }),
  answer: SessionComparison,
  async run({ query: { a, b } }, { sessions }) {
    const compared = await sessions.compare(a, b);
    return { ...compared, a: await sessions.row(compared.a), b: await sessions.row(compared.b) };
  },
});

/** Merges two sessions into a new one. */
export const mergeSessions = jsonRoute({
  method: "POST",
  path: "/merges",
  summary: "Opens a session that cites two others and states what both found; the two stay as they are",
  status: 201,
  scopes: ["write"],
  body: z.object({
    sessions: z.array(z.string()).min(2).max(2).describe("the ids of the two sessions"),
    title: z.string().max(2_000).describe("of the new session"),
  }),
  answer: EditedSession,
  async run(
    {
      body: {
        sessions: [a, b],
        title,
      },
    },
    { sessions, by },
  ) {
    return { session: await sessions.row(await sessions.merge([a!, b!], { title, by })) };
  },
});
