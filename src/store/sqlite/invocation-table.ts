import type { DatabaseSync } from "node:sqlite";
import type { Invocation, InvocationFilter } from "../../ledger/index.ts";
import { toInvocation, type WrittenInvocation } from "../invocation-rows.ts";
import { pageSize } from "../page-size.ts";
import { invocationCondition } from "./invocation-condition.ts";

/** Prepares the statements on invocations; those that write must run inside a write transaction. */
export function createInvocationTable(db: DatabaseSync) {
  const sql = prepare(db);
  return {
    /** Inserts invocations; existing ids stay unchanged. */
    insert(written: readonly WrittenInvocation[]): void {
      for (const { row, input, output } of written) {
        const { changes, lastInsertRowid } = sql.insert.run(...columns(row));
        if (changes > 0) sql.insertBody.run(lastInsertRowid, input, output);
      }
    },
    /**
     * Deletes up to `limit` invocations, oldest first: those before a time, and those beyond the number to keep.
     * Returns how many.
     */
    prune(before: number, keep: number, most: number): number {
      const aged = sql.aged.all(before, most);
      const excess = aged.length > 0 ? 0 : (sql.count.get()!.n as number) - keep;
      const dropped = excess > 0 ? sql.oldest.all(Math.min(excess, most)) : aged;
      const numbers = JSON.stringify(dropped.map((row) => row.number));
      sql.drop.run(numbers);
      sql.dropBodies.run(numbers);
      return dropped.length;
    },
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
    count: db.prepare("SELECT count(*) AS n FROM invocation"),
    aged: db.prepare(
      "SELECT number FROM invocation WHERE created_at < ? ORDER BY created_at, number LIMIT ?",
    ),
    oldest: db.prepare("SELECT number FROM invocation ORDER BY created_at, number LIMIT ?"),
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
