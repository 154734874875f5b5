import { existsSync } from "node:fs";
import { DatabaseSync } from "../../files/sqlite.ts";
import {
  type Batch,
  CopyRefusal,
  type CopyRow,
  type CopySource,
  type CopyTable,
  type Cursor,
} from "../copy/port.ts";
import { COPY_READS, type Row } from "./copy-reads.ts";
import { translate } from "./failures.ts";
import { refuse, SCHEMA_VERSION } from "./migrate.ts";

/** A batch ends with the row that reaches this many characters. */
const LONGEST_BATCH = 2_000_000;
const MOST_ROWS = 1000;

/** Opens the ledger in a SQLite file for copying: its current state, whatever is written meanwhile. */
export async function openSqliteCopySource(file: string): Promise<CopySource> {
  if (!existsSync(file)) throw new CopyRefusal(`there is no ledger at ${file}`);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    refuse(db);
    db.exec("BEGIN");
    if (db.prepare("PRAGMA user_version").get()!.user_version !== SCHEMA_VERSION)
      throw new CopyRefusal(
        `${file} was made by an older Clew: \`clew doctor\` brings it up to date, and then it can be copied`,
      );
    return readCopy(db);
  } catch (error) {
    db?.close();
    throw translate(error);
  }
}

/** Reads an open database, which is closed with the source. */
export function readCopy(db: DatabaseSync): CopySource {
  return {
    batches: (table, after) => batches(db, table, after),
    close: async () => db.close(),
  };
}

async function* batches(db: DatabaseSync, table: CopyTable, after?: Cursor): AsyncGenerator<Batch> {
  const placeIn = createPlaces(db, table);
  for (let cursor = after; ; ) {
    const batch = readBatch(db, table, cursor, placeIn);
    if (!batch) return;
    yield batch;
    cursor = batch.cursor;
  }
}

type Places = (before: Cursor | undefined, position: number) => number;

function readBatch(
  db: DatabaseSync,
  table: CopyTable,
  after: Cursor | undefined,
  placeIn: Places | undefined,
): Batch | undefined {
  const { key, toRow = (row: Row) => row as CopyRow } = COPY_READS[table];
  const rows: CopyRow[] = [];
  let cursor = after;
  let length = 0;
  try {
    const statement = db.prepare(selectOf(table, after !== undefined));
    for (const row of statement.iterate(...(after ?? []).slice(0, key.length))) {
      const read = toRow(row);
      const place = placeIn?.(cursor, row.position as number);
      cursor = [
        ...key.map((column) => row[column] as string | number),
        ...(place === undefined ? [] : [place]),
      ];
      rows.push(place === undefined ? read : { ...read, position: place });
      for (const name in row) length += typeof row[name] === "string" ? row[name].length : 8;
      if (rows.length >= MOST_ROWS || length >= LONGEST_BATCH) break;
    }
  } catch (error) {
    throw translate(error);
  }
  return rows.length === 0 ? undefined : { rows, cursor: cursor! };
}

function selectOf(table: CopyTable, isBehind: boolean): string {
  const { from, columns = "r.*", key } = COPY_READS[table];
  const names = key.map((column) => `r.${column}`).join();
  const behind = isBehind ? `WHERE (${names}) > (${key.map(() => "?").join()})` : "";
  return `SELECT ${columns} FROM ${from} ${behind} ORDER BY ${names}`;
}

/** Creates the function that computes the rank of a position in the feed from the rank of the previous row. */
function createPlaces(db: DatabaseSync, table: CopyTable): Places | undefined {
  if (!["thought", "change", "notebook"].includes(table)) return undefined;
  const [thoughts, changes] = ["thought", "change"].map((one) =>
    db.prepare(`SELECT count(*) AS n FROM ${one} WHERE position > ? AND position <= ?`),
  );
  return ([from, place] = [0, 0], position) => {
    const count = (statement: typeof thoughts) => statement!.get(from!, position)!.n as number;
    return (place as number) + count(thoughts) + count(changes);
  };
}
