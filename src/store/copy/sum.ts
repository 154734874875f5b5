import { hash } from "node:crypto";
import { type CopyRow, type CopySource, type CopyTable, columnsOf, type Sum } from "./port.ts";

const MODULUS = 1n << 128n;

/** Reads a table and adds up the hashes of its rows, so that their order does not matter. */
export async function sumOf(
  source: CopySource,
  table: CopyTable,
  onRows: (rows: number) => void = () => {},
): Promise<Sum> {
  const columns = columnsOf(table);
  let [rows, sum] = [0, 0n];
  for await (const batch of source.batches(table)) {
    for (const row of batch.rows) sum = (sum + hashOf(row, columns)) % MODULUS;
    rows += batch.rows.length;
    onRows(rows);
  }
  return { rows, checksum: sum.toString(16).padStart(32, "0") };
}

function hashOf(row: CopyRow, columns: readonly string[]): bigint {
  const text = JSON.stringify(columns.map((column) => row[column]));
  return BigInt(`0x${hash("sha256", text).slice(0, 32)}`);
}
