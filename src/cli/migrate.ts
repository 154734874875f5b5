import type { CopyStep, CopySummary } from "../store/copy/copy-store.ts";
import { COPY_TABLES } from "../store/copy/port.ts";
import { CommandFailure, type CopyDirection, type DefineCommand, type Terminal } from "./command.ts";
import { ledgerSettings, withSettings } from "./settings.ts";
import { table } from "./table.ts";

const DIRECTIONS: Readonly<Record<CopyDirection, string>> = {
  "sqlite-to-postgres": "copy the ledger in a SQLite file to the PostgreSQL database of DATABASE_URL",
  "postgres-to-sqlite": "copy the ledger in the PostgreSQL database of DATABASE_URL to a SQLite file",
};

/** Interval of progress reports within a table. */
const REPORT_MS = 1000;

/** `clew migrate`: copies a whole ledger from one kind of database to the other. */
export const migrate: DefineCommand = (program, terminal, services) => {
  const group = program
    .command("migrate")
    .description("copy a whole ledger from one kind of database to the other");
  for (const direction of Object.keys(DIRECTIONS) as CopyDirection[])
    withSettings(group.command(direction).description(DIRECTIONS[direction]), ledgerSettings)
      .option("--json", "a summary for scripts")
      .action(async ({ json, ...flags }: { readonly json?: boolean }) => {
        const config = services.config(flags);
        const summary = await services.copyLedger(config, direction, createProgress(terminal));
        terminal.out(json ? `${JSON.stringify(summary, null, 2)}\n` : summaryText(summary));
        if (summary.different.length > 0)
          throw new CommandFailure(
            `the copy differs from the source in: ${summary.different.join(", ")}. It cannot be opened; run the same command to start over.`,
          );
      });
};

/** Reports the progress of a copy on stderr. */
function createProgress(terminal: Terminal): (step: CopyStep) => void {
  let reported = { table: "", at: 0 };
  return ({ step, table, rows, of }) => {
    const [now, name] = [Date.now(), `${step} ${table ?? ""}`.trim()];
    if (name === reported.table && rows !== of && now - reported.at < REPORT_MS) return;
    reported = { table: name, at: now };
    const count = rows === undefined ? "" : `: ${rows}${of === undefined ? "" : ` of ${of}`}`;
    terminal.err(`${name}${count}\n`);
  };
}

function summaryText({ tables, written, resumed, different }: CopySummary): string {
  const rows = COPY_TABLES.map((name) => [
    name,
    String(tables[name].rows),
    tables[name].checksum,
    different.includes(name) ? "different" : "identical",
  ]);
  const how = resumed ? ", continuing an earlier run" : "";
  return `${table(["TABLE", "ROWS", "CHECKSUM", "COPY"], rows)}\n${written} rows written${how}.\n`;
}
