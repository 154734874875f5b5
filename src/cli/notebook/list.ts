import { coloursOf } from "../colours.ts";
import { CommandFailure, type DefineCommand } from "../command.ts";
import { ledgerSettings, withSettings } from "../settings.ts";
import { line, safeJson, table } from "../table.ts";

/** `clew notebook list`: the notebooks of the ledger, for people and for scripts. */
export const listCommand: DefineCommand = (group, terminal, services) => {
  const command = group
    .command("list")
    .description("notebooks of the ledger, newest change first")
    .option("--limit <number>", "how many, at most 1000", "100")
    .option("--json", "for scripts");
  withSettings(command, ledgerSettings).action(async (flags) => {
    const limit = Number(flags.limit);
    if (!Number.isSafeInteger(limit) || limit < 1)
      throw new CommandFailure(`--limit: '${line(flags.limit, 80)}' is not a whole number of 1 or more`, 2);
    const store = await services.openLedger(services.config(flags));
    const found = await store.notebooks({ limit }).finally(() => store.close());
    if (flags.json) return terminal.out(`${safeJson(JSON.stringify(found, null, 2))}\n`);
    if (found.length === 0)
      return terminal.out("No notebooks yet. An agent makes them with the tool `notebook`.\n");
    const rows = found.map((one) => [
      line(one.id),
      String(one.cellCount),
      one.language,
      one.updatedAt.slice(0, 16).replace("T", " "),
      line(one.title, 50),
    ]);
    terminal.out(table(["ID", "CELLS", "LANGUAGE", "LAST CHANGE", "TITLE"], rows, coloursOf(terminal)));
  });
};
