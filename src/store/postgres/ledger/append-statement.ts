import { indexKey } from "../../index-key.ts";
import { indexedText, thoughtWords } from "../search/thought-words.ts";
import { keyOf } from "./idempotency.ts";
import type { PendingWrite } from "./pending-write.ts";

/**
 * The statement that writes a thought, with everything that belongs to it, if the session still has the expected head. It
 * affects no row if the thought's `seq` is taken, if the head has changed, or if another transaction has locked the session.
 */
export function appendStatement(write: PendingWrite): {
  readonly text: string;
  readonly values: readonly unknown[];
} {
  const { before, thought, placement } = write;
  const marks = thought.marks?.join("\n") ?? null;
  const values: unknown[] = [
    thought.sessionId,
    thought.seq,
    thought.id,
    thought.number,
    thought.total,
    placement.branch,
    write.now,
    thought.branchFrom ?? null,
    thought.revises ?? null,
    thought.confidence ?? null,
    thought.nextThoughtNeeded,
    thought.revisesId ?? null,
    thought.parentId ?? null,
    thought.mode,
    thought.source,
    thought.author ?? null,
    Object.keys(thought.metadata).length === 0 ? null : JSON.stringify(thought.metadata),
    thought.content,
    // Words contain no spaces, and one text is cheaper than an array.
    thoughtWords({
      content: indexedText(thought.content, marks),
      branchId: thought.branchId,
      session: write.session,
      source: thought.source,
      owner: before.owner,
    }).join(" "),
    // Opening the session was the first change of this transaction in the feed.
    write.result.opened ? 1 : 0,
    before.status,
    before.windowStart,
    write.evidence?.length ? JSON.stringify(write.evidence) : null,
    before.steered,
    marks,
  ];
  let parts = 0;
  for (const [index, { valuesOf }] of PARTS.entries()) {
    const bound = valuesOf(write);
    if (!bound) continue;
    parts |= 1 << index;
    values.push(...bound);
  }
  return { text: textOf(parts), values };
}

/** The number of values common to all statements; those of the parts follow. */
const COMMON = 25;

interface Part {
  /** The values of the part; undefined if the write does not need it. */
  readonly valuesOf: (write: PendingWrite) => readonly unknown[] | false | undefined;
  readonly size: number;
  /** A condition, or a further statement. `?1`, `?2`… are the part's values; `thought` is the inserted row. */
  readonly condition?: string;
  readonly statement?: string;
}

const PARTS: readonly Part[] = [
  {
    size: 1,
    valuesOf: ({ boundHandle }) => (boundHandle === undefined ? undefined : [indexKey(boundHandle)]),
    condition: "EXISTS (SELECT 1 FROM clew.handle WHERE handle = ?1 AND session_id = $1)",
  },
  {
    size: 1,
    valuesOf: ({ bind }) => (bind === undefined ? undefined : [indexKey(bind)]),
    statement: `INSERT INTO clew.handle (handle, session_id, last_session_id) SELECT ?1, $1, $1 FROM thought
      WHERE NOT EXISTS (SELECT 1 FROM clew.handle WHERE handle = ?1 AND session_id = $1)
      ON CONFLICT (handle) DO UPDATE SET session_id = $1, last_session_id = $1`,
  },
  {
    size: 1,
    valuesOf: ({ unbind }) => (unbind === undefined ? undefined : [indexKey(unbind)]),
    statement: `INSERT INTO clew.handle (handle, last_session_id) SELECT ?1, $1 FROM thought
      ON CONFLICT (handle) DO UPDATE SET session_id = NULL, last_session_id = $1`,
  },
  {
    size: 5,
    valuesOf: ({ before: { latest }, placement }) =>
      latest && latest.branchId !== placement.branch
        ? [indexKey(latest.branchId), latest.branchId, latest.id, latest.number, latest.total]
        : undefined,
    statement: `INSERT INTO clew.branch (session_id, branch_key, branch_id, ordinal, tail_id, tail_number, tail_total)
      SELECT $1, ?1, ?2, 0, ?3, ?4::bigint, ?5::bigint FROM thought
      ON CONFLICT (session_id, branch_key) DO UPDATE SET tail_id = excluded.tail_id, tail_number = excluded.tail_number,
        tail_total = excluded.tail_total`,
  },
  {
    size: 3,
    valuesOf: ({ after, placement: { branch, forkedFrom } }) =>
      forkedFrom === undefined ? undefined : [indexKey(branch), forkedFrom, after.branchCount],
    statement: `INSERT INTO clew.branch (session_id, branch_key, branch_id, ordinal, parent_branch, tail_id, tail_number, tail_total)
      SELECT $1, ?1, $6, ?3::int, ?2, $3, $4::bigint, $5::bigint FROM thought`,
  },
  {
    size: 3,
    // The first thought sets the source; later ones update the last activity now and then.
    valuesOf: ({ before, after, needsInput }) =>
      before.lastSeq === 0 ||
      after.status !== before.status ||
      after.touchedAt !== before.touchedAt ||
      needsInput !== undefined
        ? [after.touchedAt, after.status, needsInput ?? null]
        : undefined,
    statement: `UPDATE clew.session s SET touched_at = greatest(s.touched_at, ?1::bigint), status = ?2,
      source = coalesce(s.source, $15), needs_input = coalesce(?3::text, s.needs_input),
      needs_input_on = CASE WHEN ?3::text IS NULL THEN s.needs_input_on ELSE $4::bigint END
      FROM thought WHERE s.id = $1`,
  },
  {
    size: 2,
    valuesOf: ({ thought, after }) =>
      after.countsDown === undefined
        ? undefined
        : [thought.nextThoughtNeeded ? thought.number : null, after.countsDown],
    statement: `UPDATE clew.client_opening c SET open_number = ?1::bigint, counts_down = ?2::bool FROM thought
      WHERE c.id = $1 AND c.kind = 'session'`,
  },
  {
    size: 1,
    valuesOf: ({ cited }) => (cited.length === 0 ? undefined : [cited.join(" ")]),
    statement: `UPDATE clew.note n SET answered_number = $4::bigint, answered_at = $7::bigint FROM thought
      WHERE n.session_id = $1 AND n.id = ANY (string_to_array(?1, ' ')) AND n.answered_at IS NULL`,
  },
  {
    size: 3,
    valuesOf: ({ idempotency, result }) => idempotency && [...keyOf(idempotency), JSON.stringify(result)],
    statement: "INSERT INTO clew.idempotency_answer (scope, key, body) SELECT ?1, ?2, ?3 FROM thought",
  },
  {
    size: 4,
    valuesOf: ({ declared }) =>
      declared && [
        declared.facts.map(({ kind }) => kind),
        declared.facts.map(({ text }) => text),
        declared.facts.map(({ reason = null }) => reason),
        declared.facts.map(({ was = null }) => was),
      ],
    statement: `INSERT INTO clew.fact (session_id, seq, ordinal, kind, text, reason, origin, was)
      SELECT $1, $2::int, f.ordinal, f.kind, f.text, f.reason, 'declared', f.was FROM thought,
        unnest(?1::text[], ?2::text[], ?3::text[], ?4::text[]) WITH ORDINALITY AS f (kind, text, reason, was, ordinal)`,
  },
  {
    size: 2,
    valuesOf: ({ declared }) =>
      declared &&
      declared.replaced.length > 0 && [
        declared.replaced.map(({ seq }) => seq),
        declared.replaced.map(({ ordinal }) => ordinal),
      ],
    statement: `UPDATE clew.fact f SET replaced_by = $2::int
      FROM thought, unnest(?1::bigint[], ?2::bigint[]) AS r (seq, ordinal)
      WHERE f.session_id = $1 AND f.seq = r.seq AND f.ordinal = r.ordinal`,
  },
];

const texts = new Map<number, string>();

/** The text of a statement with these parts. */
function textOf(parts: number): string {
  let text = texts.get(parts);
  if (text === undefined) {
    text = compose(PARTS.filter((_, index) => parts & (1 << index)));
    texts.set(parts, text);
  }
  return text;
}

function compose(parts: readonly Part[]): string {
  let bound = COMMON;
  let conditions = "";
  let statements = "";
  for (const [index, { size, condition, statement }] of parts.entries()) {
    const first = bound;
    const numbered = (sql: string) => sql.replace(/\?(\d)/g, (_, place) => `$${first + Number(place)}`);
    if (condition) conditions += ` AND ${numbered(condition)}`;
    if (statement) statements += `, part_${index} AS (${numbered(statement)})`;
    bound += size;
  }
  const insert = `INSERT INTO clew.thought (position, session_id, seq, id, number, total, branch_id, created_at, branch_from,
      revises, confidence, next_needed, revises_id, parent_id, mode, source, author, metadata, content, words, evidence, marks)
    SELECT p.position, $1, $2::int, $3, $4::bigint, $5::bigint, $6, $7::bigint, $8::bigint, $9::bigint, $10::float8, $11::bool,
      $12, $13, $14, $15, $16, $17, $18, string_to_array($19, ' ') || clew.recency_buckets(p.position), $23, $25
    FROM clew.session s, LATERAL (SELECT clew.next_position($20::int) AS position) p
    WHERE s.id = $1 AND s.status = $21 AND s.window_start = $22 AND s.steered = $24 AND pg_try_advisory_xact_lock_shared(clew.lock_of($1))${conditions}
    ON CONFLICT (session_id, seq) DO NOTHING`;
  return statements === ""
    ? insert
    : `WITH thought AS (${insert} RETURNING 1)${statements} SELECT FROM thought`;
}
