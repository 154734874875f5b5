import type { DatabaseSync } from "node:sqlite";
import type { Invocation, InvocationFilter } from "../../ledger/index.ts";
import { toInvocation, type WrittenInvocation } from "../invocation-rows.ts";
import { pageSize } from "../page-size.ts";
import { invocationCondition } from "./invocation-condition.ts";

/** The place of an invocation in the order of time. */
interface Place {
  readonly time: number;
  readonly number: number;
}

/** Prepares the statements on invocations; those that write must run inside a write transaction. */
export function createInvocationTable(db: DatabaseSync) {
  const sql = prepare(db);

  function drop(rows: readonly Readonly<Record<string, unknown>>[]): number {
    const numbers = JSON.stringify(rows.map((row) => row.number));
    sql.drop.run(numbers);
    sql.dropBodies.run(numbers);
    return rows.length;
  }

  return {
    /** Inserts invocations; existing ids stay unchanged. */
    insert(written: readonly WrittenInvocation[]): void {
      for (const { row, input, output } of written) {
        const { changes, lastInsertRowid } = sql.insert.run(...columns(row));
        if (changes > 0) sql.insertBody.run(lastInsertRowid, input, output);
      }
    },
    /** The newest invocation that is not among the `keep` newest. Finding it reads an index, so it is done once. */
    newestBeyond(keep: number): Place | undefined {
      const row = sql.beyond.get(keep);
      return row && { time: row.created_at as number, number: row.number as number };
    },
    /** Deletes up to `most` invocations from before a time, oldest first. Returns how many. */
    dropAged: (before: number, most: number): number => drop(sql.aged.all(before, most)),
    /** The same for invocations up to and with a place. */
    dropUntil: ({ time, number }: Place, most: number): number => drop(sql.until.all(time, number, most)),
    find(id: string): Invocation | undefined {
      const row = sql.one.get(id);
      return row && toInvocation(row);
    },
    /** Newest first. */
    list({ before, limit = 50, ...filter }: InvocationFilter): Invocation[] {
      const { condition, values } = invocationCondition(filter);
      const from =
        before === undefined ? undefined : sql.place.get({ owner: filter.owner ?? null, id: before });
      // Rows are deleted oldest first, so nothing older remains behind a deleted one.
      if (before !== undefined && !from) return [];
      const older = from ? `${condition === "" ? "WHERE" : "AND"} (i.created_at, i.number) < (?, ?)` : "";
      const place = from ? [from.created_at as number, from.number as number] : [];
      return db
        .prepare(`${SELECT} ${condition} ${older} ORDER BY i.created_at DESC, i.number DESC LIMIT ?`)
        .all(...values, ...place, pageSize(limit))
        .map(toInvocation);
    },
  };
}

// The cross join fixes the order of the tables.
const SELECT = "SELECT i.*, b.input, b.output FROM invocation i CROSS JOIN invocation_body b USING (number)";

function prepare(db: DatabaseSync) {
  const among = "number IN (SELECT value FROM json_each(?))";
  return {
    insert: db.prepare(
      `INSERT INTO invocation (id, kind, session_id, tool_name, pipe_name, latency_ms, success, input_tokens,
         output_tokens, cost, created_at, error, owner)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ),
    insertBody: db.prepare("INSERT INTO invocation_body (number, input, output) VALUES (?, ?, ?)"),
    one: db.prepare(`${SELECT} WHERE i.id = ?`),
    place: db.prepare(
      "SELECT created_at, number FROM invocation WHERE (:owner IS NULL OR owner = :owner) AND id = :id",
    ),
    beyond: db.prepare(
      "SELECT created_at, number FROM invocation ORDER BY created_at DESC, number DESC LIMIT 1 OFFSET ?",
    ),
    until: db.prepare(
      `SELECT number FROM invocation WHERE (created_at, number) <= (?, ?) ORDER BY created_at, number LIMIT ?`,
    ),
    aged: db.prepare(
      "SELECT number FROM invocation WHERE created_at < ? ORDER BY created_at, number LIMIT ?",
    ),
    drop: db.prepare(`DELETE FROM invocation WHERE ${among}`),
    dropBodies: db.prepare(`DELETE FROM invocation_body WHERE ${among}`),
  };
}

function columns(row: Invocation): (string | number | null)[] {
  return [
    row.id,
    row.kind,
    row.session_id ?? null,
    row.tool_name,
    row.pipe_name ?? null,
    row.latency_ms ?? null,
    row.success ? 1 : 0,
    row.input_tokens ?? null,
    row.output_tokens ?? null,
    row.cost ?? null,
    Date.parse(row.created_at),
    row.error ?? null,
    row.owner ?? null,
  ];
}
