import type { CopyStep, CopySummary } from "../store/copy/copy-store.ts";
import { COPY_TABLES, CopyRefusal } from "../store/copy/port.ts";
import { CommandFailure, type CopyDirection, type DefineCommand, type Terminal } from "./command.ts";
import { ledgerSettings, withSettings } from "./settings.ts";
import { table } from "./table.ts";

const DIRECTIONS: Readonly<Record<CopyDirection, string>> = {
  "sqlite-to-postgres": "copy the ledger in a SQLite file to the PostgreSQL database of DATABASE_URL",
  "postgres-to-sqlite": "copy the ledger in the PostgreSQL database of DATABASE_URL to a SQLite file",
};

/** How often progress is told within a table. */
const TELL_MS = 1000;

/** `clew migrate`: takes a whole ledger from one kind of database to the other. */
export const migrate: DefineCommand = (program, terminal, services) => {
  const group = program
    .command("migrate")
    .description("copy a whole ledger from one kind of database to the other");
  for (const direction of Object.keys(DIRECTIONS) as CopyDirection[])
    withSettings(group.command(direction).description(DIRECTIONS[direction]), ledgerSettings)
      .option("--json", "a summary for scripts")
      .action(async ({ json, ...flags }: { readonly json?: boolean }) => {
        const config = services.config(flags);
        const summary = await services
          .copyLedger(config, direction, createProgress(terminal))
          .catch(toFailure);
        terminal.out(json ? `${JSON.stringify(summary, null, 2)}\n` : shown(summary));
        if (summary.different.length > 0)
          throw new CommandFailure(
            `the copy is not the same as what was read, in: ${summary.different.join(", ")}. Nobody can open it; the same command begins anew.`,
          );
      });
};

/** Makes what tells on stderr how far a copy has come. */
function createProgress(terminal: Terminal): (step: CopyStep) => void {
  let told = { table: "", at: 0 };
  return ({ step, table, rows, of }) => {
    const [now, name] = [Date.now(), `${step} ${table ?? ""}`.trim()];
    if (name === told.table && rows !== of && now - told.at < TELL_MS) return;
    told = { table: name, at: now };
    const count = rows === undefined ? "" : `: ${rows}${of === undefined ? "" : ` of ${of}`}`;
    terminal.err(`${name}${count}\n`);
  };
}

function shown({ tables, written, resumed, different }: CopySummary): string {
  const rows = COPY_TABLES.map((name) => [
    name,
    String(tables[name].rows),
    tables[name].checksum,
    different.includes(name) ? "different" : "the same",
  ]);
  const how = resumed ? ", going on with what an earlier run had begun" : "";
  return `${table(["TABLE", "ROWS", "CHECKSUM", "COPY"], rows)}\n${written} rows written${how}.\n`;
}

function toFailure(error: unknown): never {
  throw error instanceof CopyRefusal ? new CommandFailure(error.message) : error;
}
