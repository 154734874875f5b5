import { type Fact, factsOf, type Source, sessionState } from "../ledger/index.ts";
import type { ListedSession, SessionFilter, Store } from "../store/port.ts";

/** A session as a list shows it. */
export interface SessionRow extends ListedSession {
  readonly archived: boolean;
  /** Of its first thought; absent while it has none. */
  readonly source?: Source;
  /** Whether its last thought said that more are needed; never in mode `think`. */
  readonly unfinished: boolean;
  /** The beginning of its last thought. */
  readonly lastWords: string;
  readonly conclusion?: Conclusion;
}

/** Lists sessions with their first and last thoughts. */
export async function listRows(store: Store, filter: SessionFilter): Promise<readonly SessionRow[]> {
  const sessions = await store.sessions(filter);
  return rowsOf(store, sessions);
}

/** Adds what lists show to these sessions. */
export async function rowsOf(
  store: Pick<Store, "sessionEnds">,
  sessions: readonly ListedSession[],
): Promise<readonly SessionRow[]> {
  const ends = new Map(
    (await store.sessionEnds(sessions.map(({ id }) => id))).map(({ id, ...rest }) => [id, rest]),
  );
  return sessions.map((session) => {
    const { source, needsMore = false, lastWords = "" } = ends.get(session.id) ?? {};
    return {
      ...session,
      archived: session.archived ?? false,
      ...(source && { source }),
      unfinished: session.mode !== "think" && needsMore,
      lastWords,
    };
  });
}

/** How many sessions are read at once: their last thoughts may have megabytes. */
const AT_ONCE = 8;

/** Adds the newest decision or outcome to each row that has one. */
export async function withConclusions(
  store: Pick<Store, "thoughts" | "facts">,
  rows: readonly SessionRow[],
): Promise<readonly SessionRow[]> {
  const concluded: SessionRow[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE)
    concluded.push(
      ...(await Promise.all(
        rows.slice(at, at + AT_ONCE).map(async (row) => {
          const conclusion = await conclusionOf(store, row);
          return conclusion ? { ...row, conclusion } : row;
        }),
      )),
    );
  return concluded;
}

/** How many of the newest sessions have each value, most frequent first. */
export interface Facets {
  readonly projects: readonly Facet[];
  readonly tags: readonly Facet[];
  readonly sources: readonly Facet[];
  readonly statuses: readonly Facet[];
  readonly states: readonly Facet[];
}

interface Facet {
  readonly name: string;
  readonly count: number;
}

/** How many sessions the facets count. */
const COUNTED = 1_000;

/** Counts the values that sessions can be filtered by. */
export async function countFacets(store: Store): Promise<Facets> {
  const rows = await listRows(store, { limit: COUNTED });
  const now = Date.now();
  return {
    projects: counted(rows.map(({ project }) => project)),
    tags: counted(rows.flatMap(({ tags }) => tags)),
    sources: counted(rows.flatMap(({ source }) => source ?? [])),
    statuses: counted(rows.map(({ status }) => status)),
    states: counted(rows.map((row) => sessionState(row, now))),
  };
}

function counted(names: readonly string[]): readonly Facet[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** The newest decision or outcome of a session. */
export type Conclusion = Pick<Fact, "kind" | "text" | "seq" | "thoughtNumber">;

/** How many of a session's last thoughts are read. */
const READ = 6;
/** The prefix of a revision's first sentence; lists leave it out. */
const CORRECTION = /^Corrects #\d{1,9}: /;

/** Finds the newest decision or outcome in the last thoughts of a session. */
async function conclusionOf(
  store: Pick<Store, "thoughts" | "facts">,
  { id, thoughtCount }: Pick<ListedSession, "id" | "thoughtCount">,
): Promise<Conclusion | undefined> {
  const after = Math.max(0, thoughtCount - READ);
  const thoughts = await store.thoughts(id, { after, limit: READ });
  const declared = await store.facts(id, { after });
  const { decisions, outcome } = await factsOf(thoughts, declared, { isPart: after > 0 });
  const found = [...decisions, ...outcome].reduce<Fact | undefined>(
    (latest, fact) => (latest && latest.seq > fact.seq ? latest : fact),
    undefined,
  );
  if (!found) return undefined;
  const { kind, text, seq, thoughtNumber } = found;
  return { kind, text: text.replace(CORRECTION, ""), seq, thoughtNumber };
}
