import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Notebook } from "../../notebook/notebook.ts";
import type { Outputs } from "../../notebook/output.ts";
import { CommandFailure, type DefineCommand, type Services } from "../command.ts";
import { ledgerSettings, withSettings } from "../settings.ts";
import { line, paragraph, safeJson } from "../table.ts";
import { documentOf, formatFor, writeDocument } from "./document.ts";
import { readNotebook } from "./read-notebook.ts";
import { isFine, outputsOf, runNotebook } from "./run-notebook.ts";
import { summary } from "./run-report.ts";
import { type RunFlags, runSettings } from "./run-settings.ts";
import { readStoredNotebook, storedOutputs } from "./stored-notebook.ts";

interface Flags extends RunFlags {
  readonly output?: string;
  readonly format?: string;
  readonly run?: boolean;
}

/** `clew notebook export`: a file, or a notebook of the ledger with its outputs, as another file. */
export const exportCommand: DefineCommand = (group, terminal, services) => {
  const command = group
    .command("export <file-or-id>")
    .description("a .src.md file, or a notebook of the ledger with its outputs, in another format")
    .option("--format <format>", "src.md, ipynb or html; by default what --output ends in, else src.md")
    .option("--output <file>", "write to this file instead of stdout")
    .option("--run", "run it first, and write the new outputs")
    .option("--no-install", "with --run: do not install the dependencies of its package.json")
    .option("--keep-going", "with --run: continue after a cell that fails")
    .option("--timeout <ms>", "with --run: how long each cell may run, in milliseconds")
    .option("--allow-net <hosts>", "with --run: comma-separated hosts that cells may reach");
  withSettings(command, ledgerSettings).action(async (from: string, flags: Flags) => {
    const format = formatFor(flags.format, flags.output);
    const run = runSettings(flags, services.config({ ...flags }), terminal);
    const { notebook, outputs } = await read(from, resolve(terminal.workingFolder, from), services, flags);
    const write = (found: Outputs) => {
      const document = documentOf(format, notebook, found);
      if (flags.output !== undefined)
        return writeDocument(
          services.dataHome(services.config({ ...flags })),
          resolve(terminal.workingFolder, flags.output),
          document,
        );
      // Only a terminal gets escaped text.
      const shown = format === "ipynb" ? safeJson : paragraph;
      terminal.out(terminal.isTerminal ? shown(document) : document);
    };
    if (!flags.run) return write(outputs);
    const result = await runNotebook(notebook, {
      ...run,
      onInstall: (text) => terminal.err(`${line(text)}\n`),
    });
    if (result.interrupted) throw new CommandFailure("interrupted");
    await write(outputsOf(result));
    if (!isFine(result))
      throw new CommandFailure(`exported, but not every cell ran well: ${summary(result)}`);
  });
};

async function read(
  given: string,
  file: string,
  services: Services,
  flags: Flags,
): Promise<{ readonly notebook: Notebook; readonly outputs: Outputs }> {
  // A name that looks like a path is a file, even if it does not exist.
  if (existsSync(file) || /\.md$|[\\/]/.test(given))
    return { notebook: readNotebook(file), outputs: new Map() };
  const stored = await readStoredNotebook(services, { ...flags }, given);
  return {
    notebook: { ...stored.notebook, cells: [...stored.notebook.cells] },
    outputs: storedOutputs(stored),
  };
}
