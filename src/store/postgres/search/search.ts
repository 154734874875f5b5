import type { Thought } from "../../../ledger/index.ts";
import { FACT_COLUMNS, toFact } from "../../fact-rows.ts";
import { THOUGHT_COLUMNS, toThought } from "../../ledger-rows.ts";
import type { SearchHit, SearchQuery } from "../../port.ts";
import {
  type Candidate,
  type CandidateSource,
  CHARACTERS_RANKED,
  type WordForm,
  type WordMatches,
} from "../../search/candidates.ts";
import { searchThoughts } from "../../search/search.ts";
import type { Queryable } from "../database.ts";
import { createFindMatches, type Matches } from "./find-matches.ts";
import { type Scope, scopeOf } from "./search-scope.ts";
import { sessionTexts } from "./session-texts.ts";
import { storedWord } from "./thought-words.ts";

/** The most matches of all words together, and of one word. */
const MAX_MATCHES = 6_000;
const MAX_OF_ONE = 1_000;
/** The most thoughts that contain several words. */
const MAX_TOGETHER = 200;
/** The most sessions whose newest thoughts are read. */
const MAX_SESSIONS = 20;

const COLUMNS = THOUGHT_COLUMNS.replace(
  "t.content",
  `CASE WHEN octet_length(t.content) <= ${CHARACTERS_RANKED} THEN t.content
     ELSE left(t.content, ${CHARACTERS_RANKED}) END AS content`,
);

/** Creates the search. The word index finds candidates; the shared ranking orders them. */
export function createSearch(db: Queryable): (query: SearchQuery) => Promise<readonly SearchHit[]> {
  return (query) =>
    searchThoughts(query, async () => {
      const scope = await scopeOf(db, query);
      return scope && open(db, scope);
    });
}

async function open(db: Queryable, scope: Scope): Promise<CandidateSource> {
  const findMatches = await createFindMatches(db, scope);
  const thoughts = Math.min(findMatches.thoughts, scope.thoughts);

  /** Positions of thoughts within the filters, from a condition on a thought `m`. */
  async function within(condition: string, values: readonly unknown[], limit: number): Promise<number[]> {
    const { times, sessions, origin } = scope;
    const from = values.length + 2;
    const rows = await db.query(
      `SELECT m.position FROM clew.thought m WHERE ${condition} AND m.words @> $${values.length + 1}::text[]
         AND ${times.sql(from)} AND ${
           sessions
             ? `EXISTS (SELECT 1 FROM clew.session s WHERE s.id = m.session_id
                 AND ${sessions.sql(from + times.values.length)})`
             : "true"
         } ORDER BY m.position DESC LIMIT ${limit}`,
      [...values, origin, ...times.values, ...(sessions?.values ?? [])],
    );
    return rows.map(({ position }) => position as number);
  }

  return {
    thoughts,
    async eachOf(words) {
      const enough = Math.max(MAX_TOGETHER, Math.min(MAX_OF_ONE, Math.floor(MAX_MATCHES / words.length)));
      const matches = await findMatches(
        words.map((forms) => [formsOf(forms)]),
        enough,
      );
      return matches.map((match) => toWordMatches(match, scope, thoughts));
    },
    async allOf(words) {
      const [match] = await findMatches([words.map(formsOf)], MAX_TOGETHER);
      return match!.positions;
    },
    async read(positions) {
      if (positions.length === 0) return [];
      const rows = await db.query(
        `SELECT ${COLUMNS}, t.position, octet_length(t.content) AS bytes FROM clew.thought t
         WHERE t.position = ANY ($1::bigint[])`,
        [positions],
      );
      const texts = await sessionTexts(db, [...new Set(rows.map((row) => row.session_id))]);
      const facts = await db.query(
        `SELECT f.session_id, ${FACT_COLUMNS} FROM unnest($1::text[], $2::int[]) AS h (session_id, seq)
         JOIN clew.fact f ON f.session_id = h.session_id AND f.seq = h.seq
         JOIN clew.thought t ON t.session_id = f.session_id AND t.seq = f.seq ORDER BY f.ordinal`,
        [rows.map((row) => row.session_id), rows.map((row) => row.seq)],
      );
      const factsOf = Map.groupBy(facts, (row) => `${row.session_id} ${row.seq}`);
      return rows.map((row): Candidate => {
        const session = texts.get(row.session_id) ?? { title: "", project: "", tags: [] };
        return {
          position: row.position as number,
          thought: toThought(row),
          isWhole: (row.bytes as number) <= CHARACTERS_RANKED,
          bytes: row.bytes as number,
          session,
          facts: (factsOf.get(`${row.session_id} ${row.seq}`) ?? []).map(toFact),
        };
      });
    },
    async newest(limit, sessionId) {
      if (sessionId !== undefined)
        return within(
          `m.session_id = $1 AND m.seq > (SELECT max(seq) FROM clew.thought WHERE session_id = $1) - $2::int`,
          [sessionId, limit],
          limit,
        );
      if (!scope.sessions) return within("m.position BETWEEN $1 AND $2", [scope.first, scope.last], limit);
      const rows = await db.query(
        `SELECT s.id FROM clew.session s WHERE ${scope.sessions.sql(1)} ORDER BY s.touched_at DESC LIMIT ${MAX_SESSIONS}`,
        scope.sessions.values,
      );
      return within("m.session_id = ANY ($1::text[])", [rows.map(({ id }) => id)], limit);
    },
    revisionsOf: (thoughts: readonly Thought[]) =>
      within(
        "m.revises_id = ANY ($1::text[]) AND m.session_id = ANY ($2::text[])",
        [thoughts.map(({ id }) => id), [...new Set(thoughts.map(({ sessionId }) => sessionId))]],
        MAX_TOGETHER,
      ),
    async around(thoughts, reach) {
      if (thoughts.length === 0) return [];
      const rows = await db.query(
        `SELECT t.session_id, t.position, t.seq, t.number, t.id, t.parent_id
         FROM unnest($1::text[], $2::int[]) AS h (session_id, seq)
         JOIN clew.thought t ON t.session_id = h.session_id AND t.seq BETWEEN h.seq - $3::int AND h.seq + $3::int
         ORDER BY t.seq`,
        [thoughts.map(({ sessionId }) => sessionId), thoughts.map(({ seq }) => seq), reach],
      );
      return rows.map((row) => ({
        sessionId: row.session_id as string,
        position: row.position as number,
        seq: row.seq as number,
        number: row.number as number,
        id: row.id as string,
        parentId: (row.parent_id as string | null) ?? undefined,
      }));
    },
    async content(position) {
      const [row] = await db.query("SELECT content FROM clew.thought WHERE position = $1", [position]);
      return (row?.content as string | undefined) ?? "";
    },
  };
}

/** The forms of a word as the index stores them, separated by spaces. */
const formsOf = (forms: readonly WordForm[]): string => forms.map(({ stem }) => storedWord(stem)).join(" ");

/** How many thoughts contain a word: counted, or for a common one estimated from the density of its newest matches. */
function toWordMatches(
  { positions, isComplete, reached }: Matches,
  { first, last }: Scope,
  thoughts: number,
): WordMatches {
  const count = isComplete
    ? positions.length
    : (positions.length * (last - first + 1)) / Math.max(1, last - reached + 1);
  return { positions, isComplete, count: Math.min(count, Math.max(thoughts, positions.length)) };
}
