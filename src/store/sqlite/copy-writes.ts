import type { DatabaseSync } from "node:sqlite";
import { type CopyRow, type CopyTable, columnsOf } from "../copy/port.ts";

/** Writes a row. */
export type WriteRow = (row: CopyRow) => void;

/** Prepares writing to a table. */
export function prepareWrite(db: DatabaseSync, table: CopyTable): WriteRow {
  switch (table) {
    case "session":
      return into(db, "session", without(table, "source"));
    case "notebook":
      return into(db, "notebook", without(table, "cell_count"));
    case "cell_run":
      return both(
        into(db, "cell_run", without(table, "outputs")),
        into(db, "cell_output", ["notebook_id", "cell_id", "outputs"]),
      );
    case "invocation":
      return both(
        into(db, "invocation", without(table, "input", "output")),
        into(db, "invocation_body", ["number", "input", "output"]),
      );
    default:
      return into(db, table, columnsOf(table));
  }
}

function into(db: DatabaseSync, table: string, columns: readonly string[]): WriteRow {
  const statement = db.prepare(
    `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => "?").join()})`,
  );
  return (row) => void statement.run(...columns.map((column) => kept(row[column]!)));
}

const both =
  (first: WriteRow, second: WriteRow): WriteRow =>
  (row) => {
    first(row);
    second(row);
  };

const without = (table: CopyTable, ...left: readonly string[]): readonly string[] =>
  columnsOf(table).filter((column) => !left.includes(column));

function kept(value: CopyRow[string]): string | number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
