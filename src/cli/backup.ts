import { resolve } from "node:path";
import type { DefineCommand } from "./command.ts";
import { refuseReserved } from "./sessions/write-whole.ts";
import { ledgerSettings, withSettings } from "./settings.ts";

/** `clew backup`: copies the ledger's file, even while servers write to it. */
export const backup: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("backup <file>")
    .description("write the ledger, as it is now, to a new SQLite file; servers may go on writing");
  withSettings(command, ledgerSettings).action(
    async (file: string, flags: Readonly<Record<string, unknown>>) => {
      const to = resolve(terminal.workingFolder, file);
      const config = services.config(flags);
      refuseReserved(services.dataHome(config), to);
      const { bytes } = await services.backUpLedger(config, to);
      terminal.err(`${to}: ${bytes} bytes\n`);
    },
  );
};
