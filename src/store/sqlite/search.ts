import type { DatabaseSync } from "node:sqlite";
import { pace } from "../../ledger/index.ts";
import { FACT_COLUMNS, toFact } from "../fact-rows.ts";
import { THOUGHT_COLUMNS, toThought } from "../ledger-rows.ts";
import type { SearchHit, SearchQuery } from "../port.ts";
import {
  type Candidate,
  type CandidateSource,
  CHARACTERS_RANKED,
  type Neighbour,
  type SessionTexts,
  type WordForm,
  type WordMatches,
} from "../search/candidates.ts";
import { searchThoughts } from "../search/search.ts";
import { createMatches, type Matches } from "./matches.ts";
import { read } from "./read.ts";
import { createScope, type Scope } from "./search-scope.ts";

/** How many rows one query reads before the event loop is yielded. */
const AT_ONCE = 50;
/** How many pages of the newest thoughts are read for those within the filters. */
const MOST_PAGES = 8;
/** The most sessions whose newest thoughts are read. */
const MOST_SESSIONS = 20;

/** Creates the search. The text index finds candidates; the shared ranking orders them. */
export function createSearch(db: DatabaseSync): (query: SearchQuery) => Promise<SearchHit[]> {
  const matches = createMatches(db);
  const scopeOf = createScope(db);
  const sql = prepare(db);

  function candidate(row: Row, texts: Map<string, SessionTexts>): Candidate {
    const thought = toThought(row);
    return {
      position: row.position as number,
      thought,
      isWhole: (row.bytes as number) <= CHARACTERS_RANKED,
      bytes: row.bytes as number,
      session: sessionTexts(thought.sessionId, texts),
      facts: sql.facts.all(thought.sessionId, thought.seq).map(toFact),
    };
  }

  function sessionTexts(id: string, known: Map<string, SessionTexts>): SessionTexts {
    const cached = known.get(id);
    if (cached) return cached;
    const row = sql.session.get(id);
    const texts = {
      title: (row?.title as string | undefined) ?? "",
      project: (row?.project as string | undefined) ?? "",
      tags: row ? (JSON.parse(row.tags as string) as string[]) : [],
    };
    known.set(id, texts);
    return texts;
  }

  /** The newest thoughts within the filters, of which a part of the newest thoughts of all may be. */
  async function newestHeld(
    { first, last }: Scope,
    limit: number,
    isHeld: (row: Row) => boolean,
  ): Promise<number[]> {
    const found: number[] = [];
    for (let [page, end] = [0, last]; page < MOST_PAGES && found.length < limit && end >= first; page++) {
      const rows = await read(() => sql.newest.all(first, end, limit));
      found.push(...positionsOf(rows, isHeld));
      if (rows.length < limit) break;
      end = (rows.at(-1)!.position as number) - 1;
    }
    return found.slice(0, limit);
  }

  function open(scope: Scope): CandidateSource {
    const find = matches(scope);
    const texts = new Map<string, SessionTexts>();
    const isHeld = (row: Row) =>
      (row.position as number) >= scope.first &&
      (row.position as number) <= scope.last &&
      !scope.except?.has(row.session_id as string) &&
      (scope.marks.length === 0 || find.isMarked(row.position as number));
    return {
      thoughts: scope.thoughts,
      async eachOf(words) {
        const found: WordMatches[] = [];
        for (const forms of words) {
          found.push(await read(() => toWordMatches(find(anyOf(forms)), scope)));
          await pace();
        }
        return found;
      },
      allOf: async (words) => (await read(() => find(words.map(anyOf).join(" AND ")))).positions,
      async read(positions) {
        const found: Candidate[] = [];
        for (let from = 0; from < positions.length; from += AT_ONCE, await pace()) {
          const some = positions.slice(from, from + AT_ONCE);
          found.push(
            ...(await read(() =>
              some.flatMap((position) => {
                const row = sql.candidate.get(position);
                return row ? [candidate(row, texts)] : [];
              }),
            )),
          );
        }
        return found;
      },
      async newest(limit, sessionId) {
        if (scope.first > scope.last) return [];
        const rows = (id: string) => sql.newestOf.all(id, limit);
        if (sessionId !== undefined) return positionsOf(await read(() => rows(sessionId)), isHeld);
        if (!scope.sessions) return newestHeld(scope, limit, isHeld);
        const found: number[] = [];
        for (const id of [...scope.sessions].slice(-MOST_SESSIONS))
          found.push(...positionsOf(await read(() => rows(id)), isHeld));
        return found.sort((a, b) => b - a).slice(0, limit);
      },
      revisionsOf: async (thoughts) => {
        const found: Row[] = [];
        for (const { sessionId, id } of thoughts)
          found.push(...(await read(() => sql.revisions.all(id, sessionId))));
        return positionsOf(found, isHeld);
      },
      async around(thoughts, reach) {
        const found: Neighbour[] = [];
        for (const { sessionId, seq } of thoughts) {
          const rows = await read(() => sql.around.all(sessionId, seq - reach, seq + reach));
          found.push(...rows.map((row) => toNeighbour(row, sessionId)));
        }
        return found;
      },
      content: async (position) => (await read(() => sql.content.get(position)!)).content as string,
    };
  }

  return (query) => searchThoughts(query, () => read(() => open(scopeOf(query))));
}

type Row = Readonly<Record<string, unknown>>;

const toNeighbour = (row: Row, sessionId: string): Neighbour => ({
  sessionId,
  position: row.position as number,
  seq: row.seq as number,
  number: row.number as number,
  id: row.id as string,
  parentId: (row.parent_id as string | null) ?? undefined,
});

function prepare(db: DatabaseSync) {
  // A NUL character would end what `substr` returns.
  const columns = THOUGHT_COLUMNS.replace(
    "t.content",
    `iif(octet_length(t.content) <= ${CHARACTERS_RANKED}, t.content, substr(t.content, 1, ${CHARACTERS_RANKED})) AS content`,
  );
  return {
    candidate: db.prepare(
      `SELECT ${columns}, t.position, octet_length(t.content) AS bytes FROM thought t WHERE t.position = ?`,
    ),
    facts: db.prepare(
      `SELECT ${FACT_COLUMNS} FROM fact f JOIN thought t ON t.session_id = f.session_id AND t.seq = f.seq
       WHERE f.session_id = ? AND f.seq = ? ORDER BY f.ordinal LIMIT 20`,
    ),
    session: db.prepare("SELECT title, project, tags FROM session WHERE id = ?"),
    newest: db.prepare(
      "SELECT position, session_id FROM thought WHERE position BETWEEN ? AND ? ORDER BY position DESC LIMIT ?",
    ),
    newestOf: db.prepare("SELECT position FROM thought WHERE session_id = ? ORDER BY seq DESC LIMIT ?"),
    revisions: db.prepare("SELECT position FROM thought WHERE revises_id = ? AND session_id = ? LIMIT 8"),
    around: db.prepare(
      "SELECT position, seq, number, id, parent_id FROM thought WHERE session_id = ? AND seq BETWEEN ? AND ? ORDER BY seq",
    ),
    content: db.prepare("SELECT content FROM thought WHERE position = ?"),
  };
}

/** An expression for any of these words. Quoted, a word is never query syntax. */
const anyOf = (forms: readonly WordForm[]): string =>
  `(${forms.map(({ text }) => `"${text}"`).join(" OR ")})`;

const positionsOf = (rows: readonly Row[], isHeld: (row: Row) => boolean): number[] =>
  rows.filter(isHeld).map((row) => row.position as number);

/** How many thoughts contain a word: counted, or for a common word estimated from the density of its newest matches. */
function toWordMatches({ positions, isAll }: Matches, { first, last, thoughts }: Scope): WordMatches {
  const read = last - (positions.at(-1) ?? last) + 1;
  const count = isAll ? positions.length : (positions.length * (last - first + 1)) / Math.max(1, read);
  return { positions, isComplete: isAll, count: Math.min(count, Math.max(thoughts, positions.length)) };
}
