import type { Invocation, InvocationFilter, InvocationStats } from "../../../ledger/index.ts";
import { tombstoneName } from "../../erasure-tables.ts";
import { toInvocation, toWritten, type WrittenInvocation, withoutTexts } from "../../invocation-rows.ts";
import { createStatistics } from "../../invocation-statistics.ts";
import { pageSize } from "../../page-size.ts";
import type { Store } from "../../port.ts";
import type { Database, Queryable, Row } from "../database.ts";

/** How many rows one statement inserts or deletes. */
const BATCH = 500;

/** Stores invocations. They are not part of the feed. */
export function createInvocations(
  db: Database,
): Pick<Store, "keepInvocations" | "pruneInvocations" | "invocations" | "invocation" | "invocationStats"> {
  return {
    async keepInvocations(invocations) {
      const seen = new Set<string>();
      const rows = invocations.filter(({ id }) => !seen.has(id) && seen.add(id));
      for (let from = 0; from < rows.length; from += BATCH) {
        const batch = rows.slice(from, from + BATCH);
        const deleted = await deletedAmong(db, batch);
        const written = batch.map((row) => toWritten(deleted.has(row.session_id) ? withoutTexts(row) : row));
        // Safe to repeat, because existing rows stay.
        await db.transaction(
          (tx) => insert(tx, written),
          async () => false,
        );
      }
    },
    async pruneInvocations({ before, keep }) {
      // The later of both limits includes the other.
      const aged = { createdAt: Date.parse(before), number: 0 };
      const excess = await firstExcess(db, keep);
      const upTo = excess && excess.createdAt >= aged.createdAt ? excess : aged;
      let [deleted, after] = [0, { createdAt: -1, number: 0 }];
      for (;;) {
        const batch = await deleteRange(db, after, upTo, BATCH);
        if (!batch) return deleted;
        deleted += batch.deleted;
        after = batch.last;
      }
    },
    invocations: (filter) => list(db, filter),
    invocation: (id) => find(db, id),
    invocationStats: (filter) => readStats(db, filter),
  };
}

/** The sessions of these calls that were deleted. */
async function deletedAmong(
  db: Queryable,
  rows: readonly Invocation[],
): Promise<ReadonlySet<string | undefined>> {
  const names = new Map(
    rows.flatMap(({ session_id: id }) => (id === undefined ? [] : [[tombstoneName(id), id] as const])),
  );
  if (names.size === 0) return new Set();
  const found = await db.query("SELECT name FROM clew.tombstone WHERE name = ANY ($1::text[])", [
    [...names.keys()],
  ]);
  return new Set(found.map(({ name }) => names.get(name as string)));
}

/** Inserts invocations in one statement, except those that exist. The ids must differ. */
async function insert(tx: Queryable, written: readonly WrittenInvocation[]): Promise<void> {
  const column = (of: (row: Invocation) => unknown) => written.map(({ row }) => of(row) ?? null);
  await tx.query(INSERT, [
    column((row) => row.id),
    column((row) => row.kind),
    column((row) => row.session_id),
    column((row) => row.tool_name),
    column((row) => row.pipe_name),
    column((row) => row.latency_ms),
    column((row) => row.success),
    column((row) => row.input_tokens),
    column((row) => row.output_tokens),
    column((row) => row.cost),
    column((row) => Date.parse(row.created_at)),
    column((row) => row.error),
    column((row) => row.owner),
    written.map(({ input }) => input),
    written.map(({ output }) => output),
  ]);
}

async function find(rows: Queryable, id: string): Promise<Invocation | undefined> {
  const [row] = await rows.query(ONE, [id]);
  return row && toInvocation(row);
}

async function list(
  rows: Queryable,
  { before, limit = 50, ...filter }: InvocationFilter,
): Promise<Invocation[]> {
  const position = before === undefined ? undefined : await positionOf(rows, before, filter.owner);
  // The oldest are deleted first, so there is nothing older than a deleted one.
  if (before !== undefined && !position) return [];
  const { where, values } = conditionOf(filter, position);
  const newestFirst = "ORDER BY i.created_at DESC, i.number DESC";
  const found = await rows.query(
    `SELECT i.*, b.input, b.output
     FROM (SELECT * FROM clew.invocation i ${where} ${newestFirst} LIMIT $${values.length + 1}) i
       JOIN clew.invocation_body b USING (id) ${newestFirst}`,
    [...values, pageSize(limit)],
  );
  return found.map(toInvocation);
}

/** The position of an invocation in the order of time and arrival. */
interface InvocationPosition {
  readonly createdAt: number;
  readonly number: number;
}

/** The newest invocation beyond the first `keep`. */
async function firstExcess(rows: Queryable, keep: number): Promise<InvocationPosition | undefined> {
  const [row] = await rows.query(EXCESS, [keep]);
  return row && toPosition(row);
}

/**
 * Deletes at most `max` invocations after one position and up to another, oldest first, except those that another server
 * is deleting. Returns how many, and the last position.
 */
async function deleteRange(
  rows: Queryable,
  after: InvocationPosition,
  upTo: InvocationPosition,
  max: number,
): Promise<{ readonly deleted: number; readonly last: InvocationPosition } | undefined> {
  const range = [after.createdAt, after.number, upTo.createdAt, upTo.number];
  const [row] = await rows.query(DELETE, [...range, max]);
  return row && { deleted: row.deleted as number, last: toPosition(row) };
}

async function positionOf(
  rows: Queryable,
  id: string,
  owner: string | undefined,
): Promise<InvocationPosition | undefined> {
  const [row] = await rows.query(POSITION, [id, owner ?? null]);
  return row && toPosition(row);
}

function toPosition(row: Row): InvocationPosition {
  return { createdAt: row.created_at as number, number: row.number as number };
}

/** The WHERE clause for invocations `i`, optionally before a position in the list order. */
function conditionOf(
  filter: Omit<InvocationFilter, "before" | "limit">,
  before?: InvocationPosition,
): { readonly where: string; readonly values: readonly unknown[] } {
  const where: string[] = [];
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  // Literals, because a partial index serves only a condition with the same literal.
  if (filter.kind !== undefined) where.push(`i.kind = '${filter.kind === "model" ? "model" : "tool"}'`);
  if (filter.success !== undefined) where.push(filter.success ? "i.success" : "NOT i.success");
  if (filter.owner !== undefined) where.push(`i.owner = ${bind(filter.owner)}`);
  if (filter.tool !== undefined) where.push(`i.tool_name = ${bind(filter.tool)}`);
  if (filter.sessionId !== undefined) where.push(`i.session_id = ${bind(filter.sessionId)}`);
  if (filter.since !== undefined) where.push(`i.created_at >= ${bind(Date.parse(filter.since))}`);
  if (filter.until !== undefined) where.push(`i.created_at <= ${bind(Date.parse(filter.until))}`);
  if (before) where.push(`(i.created_at, i.number) < (${bind(before.createdAt)}, ${bind(before.number)})`);
  return { where: where.length === 0 ? "" : `WHERE ${where.join(" AND ")}`, values };
}

async function readStats(
  rows: Queryable,
  filter: Pick<InvocationFilter, "since" | "until" | "owner">,
): Promise<InvocationStats[]> {
  const { where, values } = conditionOf(filter);
  const stats = createStatistics();
  stats.add(
    await rows.query(
      `SELECT i.kind, i.tool_name, i.pipe_name, i.latency_ms, count(*) AS calls,
         count(*) FILTER (WHERE NOT i.success) AS failures, sum(i.input_tokens)::bigint AS input_tokens,
         sum(i.output_tokens)::bigint AS output_tokens, sum(i.cost) AS cost
       FROM clew.invocation i ${where}
       GROUP BY i.kind, i.tool_name, i.pipe_name, i.latency_ms`,
      values,
    ),
  );
  return stats.all();
}

// Numbers follow the order of arrival. The rows are inserted in the order of their ids, so that servers that insert the
// same rows cannot deadlock.
const INSERT = `WITH input_row AS MATERIALIZED (
    SELECT nextval('clew.invocation_number') AS number, input_row.* FROM unnest($1::text[], $2::text[], $3::text[],
      $4::text[], $5::text[], $6::bigint[], $7::boolean[], $8::bigint[], $9::bigint[], $10::double precision[],
      $11::bigint[], $12::text[], $13::text[], $14::text[], $15::text[]) WITH ORDINALITY
    AS input_row (id, kind, session_id, tool_name, pipe_name, latency_ms, success, input_tokens, output_tokens, cost,
      created_at, error, owner, input, output, place)
    ORDER BY input_row.place
  ), inserted AS (
    INSERT INTO clew.invocation (number, id, kind, session_id, tool_name, pipe_name, latency_ms, success,
      input_tokens, output_tokens, cost, created_at, error, owner)
    SELECT number, id, kind, session_id, tool_name, pipe_name, latency_ms, success, input_tokens, output_tokens, cost,
      created_at, error, owner FROM input_row ORDER BY id
    ON CONFLICT (id) DO NOTHING RETURNING id
  )
  INSERT INTO clew.invocation_body (id, input, output) SELECT id, input, output FROM input_row JOIN inserted USING (id)`;
const ONE = `SELECT i.*, b.input, b.output FROM clew.invocation i JOIN clew.invocation_body b USING (id)
  WHERE i.id = $1`;
const POSITION = `SELECT created_at, number FROM clew.invocation
  WHERE id = $1 AND ($2::text IS NULL OR owner = $2)`;
const EXCESS = `SELECT created_at, number FROM clew.invocation
  ORDER BY created_at DESC, number DESC OFFSET $1 LIMIT 1`;
// Starts after the last position, because deleted rows stay in the index for a while.
const DELETE = `WITH gone AS (
    DELETE FROM clew.invocation WHERE id IN (
      SELECT id FROM clew.invocation
      WHERE (created_at, number) > ($1::bigint, $2::bigint) AND (created_at, number) <= ($3::bigint, $4::bigint)
      ORDER BY created_at, number LIMIT $5 FOR UPDATE SKIP LOCKED)
    RETURNING id, created_at, number
  ), bodies AS (
    DELETE FROM clew.invocation_body WHERE id IN (SELECT id FROM gone)
  )
  SELECT created_at, number, count(*) OVER () AS deleted FROM gone ORDER BY created_at DESC, number DESC LIMIT 1`;
