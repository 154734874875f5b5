import {
  COPY_TABLES,
  type CopySource,
  type CopyTable,
  type CopyTarget,
  type Plan,
  type Sum,
} from "./port.ts";
import { sumOf } from "./sum.ts";

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
  const tables = await sumAll(source, "read", onStep);
  const progress = await target.begin(tables);
  let written = 0;
  for (const table of COPY_TABLES) {
    const of = tables[table].rows;
    let rows = 0;
    for await (const batch of source.batches(table, progress[table])) {
      await target.write(table, batch);
      rows += batch.rows.length;
      onStep({ step: "copy", table, rows, of });
    }
    written += rows;
  }
  onStep({ step: "index" });
  await target.derive();
  const different = differences(tables, await sumWritten(target, onStep));
  if (different.length === 0) await target.end();
  else await target.giveUp();
  return { tables, written, resumed: Object.keys(progress).length > 0, different };
}

async function sumAll(
  source: CopySource,
  step: "read" | "verify",
  onStep: (step: CopyStep) => void,
): Promise<Plan> {
  const sums: Partial<Record<CopyTable, Sum>> = {};
  for (const table of COPY_TABLES)
    sums[table] = await sumOf(source, table, (rows) => onStep({ step, table, rows }));
  return sums as Plan;
}

async function sumWritten(target: CopyTarget, onStep: (step: CopyStep) => void): Promise<Plan> {
  const written = await target.written();
  try {
    return await sumAll(written, "verify", onStep);
  } finally {
    await written.close();
  }
}

function differences(wanted: Plan, found: Plan): CopyTable[] {
  return COPY_TABLES.filter(
    (table) => wanted[table].rows !== found[table].rows || wanted[table].checksum !== found[table].checksum,
  );
}
