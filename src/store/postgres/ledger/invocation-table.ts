import type { Invocation, InvocationFilter } from "../../../ledger/index.ts";
import { toInvocation, type WrittenInvocation } from "../../invocation-rows.ts";
import { pageSize } from "../../page-size.ts";
import type { Queryable } from "../database.ts";
import { invocationCondition } from "./invocation-condition.ts";

/** Keeps invocations, in one statement; one that is there already stays as it is. No id may be given twice. */
export async function insertInvocations(tx: Queryable, written: readonly WrittenInvocation[]): Promise<void> {
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

/** One invocation. */
export async function findInvocation(rows: Queryable, id: string): Promise<Invocation | undefined> {
  const [row] = await rows.query(ONE, [id]);
  return row && toInvocation(row);
}

/** Invocations, newest first. */
export async function listInvocations(
  rows: Queryable,
  { before, limit = 50, ...filter }: InvocationFilter,
): Promise<Invocation[]> {
  const place = before === undefined ? undefined : await placeOf(rows, before, filter.owner);
  // Queryable are dropped oldest first: behind one that is gone there is nothing left.
  if (before !== undefined && !place) return [];
  const { where, values } = invocationCondition(filter, place);
  const newestFirst = "ORDER BY i.created_at DESC, i.number DESC";
  const found = await rows.query(
    `SELECT i.*, b.input, b.output
     FROM (SELECT * FROM clew.invocation i ${where} ${newestFirst} LIMIT $${values.length + 1}) i
       JOIN clew.invocation_body b USING (id) ${newestFirst}`,
    [...values, pageSize(limit)],
  );
  return found.map(toInvocation);
}

/** Where an invocation stands in the order of time and arrival. */
export interface InvocationPlace {
  readonly createdAt: number;
  readonly number: number;
}

/** The newest invocation that is one too many when so many may stay. */
export async function firstExcess(rows: Queryable, keep: number): Promise<InvocationPlace | undefined> {
  const [row] = await rows.query(EXCESS, [keep]);
  return row && toPlace(row);
}

/**
 * Drops at most so many invocations behind one place and up to another, oldest first. What another server is about to drop
 * is left to it. Tells how many went, and which was the last.
 */
export async function dropInvocations(
  rows: Queryable,
  behind: InvocationPlace,
  upTo: InvocationPlace,
  most: number,
): Promise<{ readonly dropped: number; readonly last: InvocationPlace } | undefined> {
  const places = [behind.createdAt, behind.number, upTo.createdAt, upTo.number];
  const [row] = await rows.query(DROP, [...places, most]);
  return row && { dropped: row.dropped as number, last: toPlace(row) };
}

async function placeOf(
  rows: Queryable,
  id: string,
  owner: string | undefined,
): Promise<InvocationPlace | undefined> {
  const [row] = await rows.query(PLACE, [id, owner ?? null]);
  return row && toPlace(row);
}

function toPlace(row: Readonly<Record<string, unknown>>): InvocationPlace {
  return { createdAt: row.created_at as number, number: row.number as number };
}

// Numbers follow the order of the rows, which are then written in the order of their ids: servers that keep the same rows
// never wait for each other in a circle.
const INSERT = `WITH given AS MATERIALIZED (
    SELECT nextval('clew.invocation_number') AS number, given.* FROM unnest($1::text[], $2::text[], $3::text[],
      $4::text[], $5::text[], $6::bigint[], $7::boolean[], $8::bigint[], $9::bigint[], $10::double precision[],
      $11::bigint[], $12::text[], $13::text[], $14::text[], $15::text[]) WITH ORDINALITY
    AS given (id, kind, session_id, tool_name, pipe_name, latency_ms, success, input_tokens, output_tokens, cost,
      created_at, error, owner, input, output, place)
    ORDER BY given.place
  ), kept AS (
    INSERT INTO clew.invocation (number, id, kind, session_id, tool_name, pipe_name, latency_ms, success,
      input_tokens, output_tokens, cost, created_at, error, owner)
    SELECT number, id, kind, session_id, tool_name, pipe_name, latency_ms, success, input_tokens, output_tokens, cost,
      created_at, error, owner FROM given ORDER BY id
    ON CONFLICT (id) DO NOTHING RETURNING id
  )
  INSERT INTO clew.invocation_body (id, input, output) SELECT id, input, output FROM given JOIN kept USING (id)`;
const ONE = `SELECT i.*, b.input, b.output FROM clew.invocation i JOIN clew.invocation_body b USING (id)
  WHERE i.id = $1`;
const PLACE = `SELECT created_at, number FROM clew.invocation
  WHERE id = $1 AND ($2::text IS NULL OR owner = $2)`;
const EXCESS = `SELECT created_at, number FROM clew.invocation
  ORDER BY created_at DESC, number DESC OFFSET $1 LIMIT 1`;
// Behind the last place, because what was dropped stays in the index for a while, and would be read each time.
const DROP = `WITH gone AS (
    DELETE FROM clew.invocation WHERE id IN (
      SELECT id FROM clew.invocation
      WHERE (created_at, number) > ($1::bigint, $2::bigint) AND (created_at, number) <= ($3::bigint, $4::bigint)
      ORDER BY created_at, number LIMIT $5 FOR UPDATE SKIP LOCKED)
    RETURNING id, created_at, number
  ), bodies AS (
    DELETE FROM clew.invocation_body WHERE id IN (SELECT id FROM gone)
  )
  SELECT created_at, number, count(*) OVER () AS dropped FROM gone ORDER BY created_at DESC, number DESC LIMIT 1`;
