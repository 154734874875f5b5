import * as z from "zod";
import { Session, Source } from "../../ledger/index.ts";
import type { ListedSession, Store } from "../../store/port.ts";
import { decodeMark, encodeMark } from "./page-mark.ts";
import { jsonRoute } from "./route.ts";
import { Facets, SessionDetail, SessionFigures, SessionPage, type SessionRow } from "./schemas.ts";
import { figuresOf } from "./session-figures.ts";
import { needSession, sessionPath } from "./session-path.ts";
import { sessionRow } from "./session-row.ts";

/** How many sessions the facets are counted in. */
const COUNTED = 1_000;
/** The analysis of a session up to this length is part of its answer. */
const ANALYSED = 20_000;

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
    text: z.string().max(200).optional().describe("in the title or the id, or its words in one thought"),
    limit: z.int().min(1).max(200).default(50),
    before: z.string().optional().describe("the next of the page before"),
  }),
  answer: SessionPage,
  async run({ query: { limit, before, tag, project, source, status, text } }, { store }) {
    // Asked first: what changes while the list is read is told by the feed.
    const position = await store.position();
    const found = await store.sessions({
      limit,
      ...(project !== undefined && { project }),
      ...(tag && { tags: tag }),
      ...(source && { source }),
      ...(status && { status }),
      ...(text && { text }),
      ...(before !== undefined && { behind: decodeMark(before) }),
    });
    return {
      sessions: await rowsOf(store, found),
      ...(found.length === limit && { next: encodeMark(found.at(-1)!) }),
      position,
    };
  },
});

/** Tells what there is to filter by. */
export const facets = jsonRoute({
  method: "GET",
  path: "/facets",
  summary: "What the newest 1,000 sessions can be filtered by, with counts",
  scopes: ["read"],
  answer: Facets,
  async run(_, { store }) {
    const found = await store.sessions({ limit: COUNTED });
    const firsts = await Promise.all(found.map(({ id }) => store.outline(id, { limit: 1 })));
    return {
      projects: counted(found.map(({ project }) => project)),
      tags: counted(found.flatMap(({ tags }) => tags)),
      sources: counted(firsts.flatMap(([first]) => first?.source ?? [])),
      statuses: counted(found.map(({ status }) => status)),
    };
  },
});

/** Tells of one session. */
export const oneSession = jsonRoute({
  method: "GET",
  path: "/sessions/:id",
  summary: "One session; up to 20,000 thoughts with its figures",
  scopes: ["read"],
  params: sessionPath,
  answer: SessionDetail,
  async run({ params: { id } }, { store }) {
    const position = await store.position();
    const session = await needSession(store, id);
    return {
      session: await sessionRow(store, session),
      ...(session.thoughtCount <= ANALYSED && (await figuresOf(store, session))),
      position,
    };
  },
});

/** Analyses one session. */
export const sessionFigures = jsonRoute({
  method: "GET",
  path: "/sessions/:id/figures",
  summary: "A session's analysis with what each figure means, and its lanes",
  scopes: ["read"],
  params: sessionPath,
  answer: SessionFigures,
  run: async ({ params: { id } }, { store }) => figuresOf(store, await needSession(store, id)),
});

function rowsOf(store: Store, sessions: readonly ListedSession[]): Promise<readonly SessionRow[]> {
  return Promise.all(sessions.map((session) => sessionRow(store, session)));
}

function counted(names: readonly string[]): { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
