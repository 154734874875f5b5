import type { PrunedSession } from "../../sessions/index.ts";
import { coloursOf } from "../colours.ts";
import { line, table } from "../table.ts";
import type { DefineSessionCommand } from "./define.ts";

/** `clew sessions prune`. */
export const definePrune: DefineSessionCommand = (define, { out, json, services, terminal }) => {
  define("prune", "archive and delete old sessions by the rules of CLEW_RETENTION", async (ledger, flags) => {
    const { retention } = services.config({ ...flags });
    const dryRun = flags.dryRun ?? false;
    if (!retention) {
      if (flags.json) return json({ dryRun, archived: [], deleted: [] });
      return out('Retention is off. Set CLEW_RETENTION, or use --retention "archive=90d,delete=365d".\n');
    }
    const report = await ledger.prune(retention, { dryRun, by: "retention" });
    if (flags.json) return json(report);
    const { archived, deleted } = report;
    const rows = [...archived.map(row("archive")), ...deleted.map(row("delete"))];
    if (rows.length === 0) return out("No session is old enough.\n");
    out(table(["ACTION", "ID", "PROJECT", "LAST ACTIVITY", "TITLE"], rows, coloursOf(terminal)));
    out(
      dryRun
        ? `\n${archived.length} to archive, ${deleted.length} to delete. Nothing was changed.\n`
        : `\n${archived.length} archived, ${deleted.length} deleted.\n`,
    );
  })
    .option("--dry-run", "show what would be archived and deleted")
    .option(
      "--retention <rules>",
      "use these rules: archive=90d,delete=365d; billing: archive=30d; research: never",
    )
    .option("--json", "for scripts");
};

const row =
  (action: string) =>
  ({ id, project, updatedAt, title }: PrunedSession): string[] => [
    action,
    line(id),
    line(project, 40),
    updatedAt.slice(0, 16).replace("T", " "),
    line(title, 50),
  ];
