import { hash } from "node:crypto";
import {
  type Batch,
  COPY_TABLES,
  type CopyRow,
  type CopySource,
  type CopyTable,
  type CopyTarget,
  type Cursor,
  columnsOf,
  type Plan,
} from "./port.ts";

/** The current step of a copy. */
export interface CopyStep {
  readonly step: "read" | "copy" | "index" | "verify";
  readonly table?: CopyTable;
  /** Number of rows done, and the number of rows in the table. */
  readonly rows?: number;
  readonly of?: number;
}

/** The result of a copy. */
export interface CopySummary {
  readonly tables: Plan;
  /** Rows written by this run; an earlier run wrote the others. */
  readonly written: number;
  /** Whether it continued an earlier run. */
  readonly resumed: boolean;
  /** Tables that differ from the source; empty if the copy is good. */
  readonly different: readonly CopyTable[];
}

/**
 * Copies the current state of a store into an empty one, or continues an unfinished copy of the same contents. Reads
 * the source twice, to compute its checksums and to copy it, and then the copy to compare them.
 */
export async function copyStore(
  source: CopySource,
  target: CopyTarget,
  onStep: (step: CopyStep) => void = () => {},
): Promise<CopySummary> {
  const tables = await sumOf(source, "read", onStep);
  const reached = await target.begin(tables);
  const counts = new Map<CopyTable, number>();
  let written = 0;
  for await (const batch of stream(source, reached)) {
    await target.write(batch);
    const { table } = batch.cursor;
    const rows = (counts.get(table) ?? 0) + batch.rows.length;
    counts.set(table, rows);
    written += batch.rows.length;
    onStep({ step: "copy", table, rows, of: tables[table].rows });
  }
  onStep({ step: "index" });
  await target.derive();
  const found = await sumWritten(target, onStep);
  const different = COPY_TABLES.filter(
    (table) => tables[table].rows !== found[table].rows || tables[table].checksum !== found[table].checksum,
  );
  if (different.length === 0) await target.end();
  else await target.giveUp();
  return { tables, written, resumed: reached !== undefined, different };
}

/** All rows of a ledger as one ordered stream, from the beginning or after a cursor. */
async function* stream(source: CopySource, after?: Cursor): AsyncGenerator<Batch> {
  for (const table of COPY_TABLES.slice(after ? COPY_TABLES.indexOf(after.table) : 0)) {
    let cursor = table === after?.table ? after : undefined;
    for (let batch = await source.read(table, cursor); batch; batch = await source.read(table, cursor)) {
      yield batch;
      cursor = batch.cursor;
    }
  }
}

const MODULUS = 1n << 128n;

/** Reads a ledger and adds up the hashes of the rows of each table, so that their order does not matter. */
async function sumOf(
  source: CopySource,
  step: "read" | "verify",
  onStep: (step: CopyStep) => void,
): Promise<Plan> {
  const sums = new Map(COPY_TABLES.map((table) => [table, { rows: 0, sum: 0n }]));
  for await (const { rows, cursor } of stream(source)) {
    const { table } = cursor;
    const [total, columns] = [sums.get(table)!, columnsOf(table)];
    for (const row of rows) total.sum = (total.sum + hashOf(row, columns)) % MODULUS;
    total.rows += rows.length;
    onStep({ step, table, rows: total.rows });
  }
  return Object.fromEntries(
    [...sums].map(([table, { rows, sum }]) => [
      table,
      { rows, checksum: sum.toString(16).padStart(32, "0") },
    ]),
  ) as Plan;
}

async function sumWritten(target: CopyTarget, onStep: (step: CopyStep) => void): Promise<Plan> {
  const written = await target.written();
  try {
    return await sumOf(written, "verify", onStep);
  } finally {
    await written.close();
  }
}

function hashOf(row: CopyRow, columns: readonly string[]): bigint {
  const text = JSON.stringify(columns.map((column) => row[column]));
  return BigInt(`0x${hash("sha256", text).slice(0, 32)}`);
}
