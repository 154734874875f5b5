import type { DefineCommand } from "./command.ts";
import { exportCommand } from "./notebook/export.ts";
import { listCommand } from "./notebook/list.ts";
import { runCommand } from "./notebook/run.ts";
import { showCommand } from "./notebook/show.ts";
import { newCommand, templatesCommand } from "./notebook/templates.ts";

/** `clew notebook`: runs and converts notebook files, and shows the notebooks of the ledger. */
export const notebook: DefineCommand = (program, terminal, services) => {
  const group = program
    .command("notebook")
    .description("run and export notebook files; list and show the notebooks of the ledger");
  for (const define of [runCommand, exportCommand, listCommand, showCommand, templatesCommand, newCommand])
    define(group, terminal, services);
};
