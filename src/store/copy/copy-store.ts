import {
  COPY_TABLES,
  type CopySource,
  type CopyTable,
  type CopyTarget,
  type Plan,
  type Sum,
} from "./port.ts";
import { sumOf } from "./sum.ts";

/** What a copy is doing. */
export interface CopyStep {
  readonly step: "read" | "copy" | "index" | "verify";
  readonly table?: CopyTable;
  /** So many rows of the table are done, of so many. */
  readonly rows?: number;
  readonly of?: number;
}

/** How a copy ended. */
export interface CopySummary {
  readonly tables: Plan;
  /** How many rows this run has written; the others were there from an earlier one. */
  readonly written: number;
  /** Whether an earlier run had begun it. */
  readonly resumed: boolean;
  /** Tables that did not come out as they were read; empty when the copy is good. */
  readonly different: readonly CopyTable[];
}

/**
 * Copies a store as it is at this moment into an empty one, or goes on with a copy of the same contents that did not end.
 * It is read three times: once to know what it comes to, once to copy it, and the copy once to see that it is the same.
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
