import * as z from "zod";
import {
  BRIEF_TOKENS,
  Failure,
  SESSION_STATES,
  Session,
  type SessionSummary,
  Source,
} from "../../ledger/index.ts";
import { isInState, stateFilter } from "../../sessions/index.ts";
import { jsonRoute } from "./route.ts";
import { Facets, SessionBrief, SessionDetail, SessionPage, SessionStatistics } from "./schemas.ts";
import { asOf } from "./times.ts";

/** The variable of every path below a session. */
export const sessionPath = z.object({ id: z.string().describe("the session's id") });

/** Sessions with at most this many thoughts are returned with their statistics. */
const MAX_ANALYSED = 20_000;

/** Lists sessions. */
export const listSessions = jsonRoute({
  method: "GET",
  path: "/sessions",
  summary: "Sessions, newest activity first",
  scopes: ["read"],
  query: z.object({
    project: z.string().optional(),
    tag: z.array(z.string()).max(20).optional().describe("all of these"),
    source: Source.optional().describe("of the first thought"),
    status: Session.shape.status.optional(),
    state: z
      .enum(SESSION_STATES)
      .optional()
      .describe(
        "instead of status: active changed in the last 5 minutes, unfinished is quiet, complete ended",
      ),
    archived: z.boolean().optional().describe("true: only archived sessions; otherwise they are left out"),
    conclusions: z.boolean().optional().describe("true: each session with its newest decision or outcome"),
    text: z.string().max(200).optional().describe("in the title or the id, or its words in one thought"),
    limit: z.int().min(1).max(200).default(50),
    before: z.string().optional().describe("the next of the previous page"),
  }),
  answer: SessionPage,
  async run({ query: { before, tag, text, state, archived, conclusions, ...filter } }, { sessions, parts }) {
    // Read before the list, so that the feed reports changes made while the list is read.
    const position = await parts.feed.position();
    const now = Date.now();
    const found = await sessions.listRows({
      ...filter,
      ...stateFilter(state, now),
      tags: tag,
      archived: archived ? "only" : undefined,
      text: text || undefined,
      ...(before !== undefined && { behind: decodeCursor(before) }),
    });
    // Active sessions come first, because the newest activity does.
    const rows = found.filter((row) => isInState(row, state, now));
    const next = rows.length === filter.limit ? encodeCursor(rows.at(-1)!) : undefined;
    return { sessions: conclusions ? await sessions.withConclusions(rows) : rows, next, position };
  },
});

/** Lists what sessions can be filtered by. */
export const facets = jsonRoute({
  method: "GET",
  path: "/facets",
  summary: "What the newest 1,000 sessions can be filtered by, with counts",
  scopes: ["read"],
  answer: Facets,
  run: (_, { sessions }) => sessions.facets(),
});

/** Returns one session. */
export const oneSession = jsonRoute({
  method: "GET",
  path: "/sessions/:id",
  summary: "One session; up to 20,000 thoughts with its statistics",
  scopes: ["read"],
  params: sessionPath,
  query: z.object({
    asOf,
    statistics: z
      .boolean()
      .default(true)
      .describe("false: without statistics, which take longest to compute"),
  }),
  answer: SessionDetail,
  async run({ params: { id }, query }, { sessions, parts }) {
    const position = await parts.feed.position();
    const then = await sessions.asOf(id, query.asOf);
    const session = await then.need(id);
    const isAnalysed = query.statistics && session.thoughtCount <= MAX_ANALYSED;
    const statistics = isAnalysed ? await then.statistics(session) : undefined;
    return { session: await then.row(session), ...statistics, position };
  },
});

/** Analyses one session. */
export const sessionStatistics = jsonRoute({
  method: "GET",
  path: "/sessions/:id/statistics",
  summary: "A session's analysis, with the meaning of each number, and its branches",
  scopes: ["read"],
  params: sessionPath,
  query: z.object({ asOf }),
  answer: SessionStatistics,
  async run({ params: { id }, query }, { sessions }) {
    const then = await sessions.asOf(id, query.asOf);
    return then.statistics(await then.need(id));
  },
});

/** Returns the brief of one session. */
export const sessionBrief = jsonRoute({
  method: "GET",
  path: "/sessions/:id/brief",
  summary:
    "A session's goal, decisions, dead ends, open questions, branches and next steps, within a token budget",
  scopes: ["read"],
  params: sessionPath,
  query: z.object({ maxTokens: z.int().min(50).max(20_000).default(BRIEF_TOKENS), asOf }),
  answer: SessionBrief,
  run: async ({ params: { id }, query }, { sessions }) =>
    (await sessions.asOf(id, query.asOf)).brief(id, query.maxTokens),
});

type Cursor = Pick<SessionSummary, "id" | "updatedAt">;

/** Encodes the start of the next page as URL-safe text. */
function encodeCursor({ id, updatedAt }: Cursor): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString("base64url");
}

/** Decodes a cursor that `encodeCursor` wrote. */
function decodeCursor(text: string): Cursor {
  try {
    const [updatedAt, id, ...more] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[];
    if (typeof updatedAt === "string" && typeof id === "string" && more.length === 0) {
      if (!Number.isNaN(Date.parse(updatedAt))) return { id, updatedAt };
    }
  } catch {
    // Text that is not JSON gets the same error as JSON of another shape.
  }
  throw new Failure("INVALID_ARGUMENT", {
    problem: "`before` is not a page of sessions. Send the `next` of the previous page, or leave it out.",
  });
}
