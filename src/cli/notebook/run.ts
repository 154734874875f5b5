import { resolve } from "node:path";
import { CommandFailure, type DefineCommand } from "../command.ts";
import { safeJson } from "../table.ts";
import { documentOf, formatFor, writeDocument } from "./document.ts";
import { readNotebook } from "./read-notebook.ts";
import { isFine, outputsOf, runNotebook } from "./run-notebook.ts";
import { reportTo, runObject, summary } from "./run-report.ts";
import { type RunFlags, runSettings } from "./run-settings.ts";

interface Flags extends RunFlags {
  readonly json?: boolean;
  readonly output?: string;
}

/** `clew notebook run`: runs the code cells of a file in order. */
export const runCommand: DefineCommand = (group, terminal, services) => {
  group
    .command("run <file>")
    .description("run the code cells of a .src.md file in order, in the sandbox that all cells have")
    .option("--no-install", "do not install the dependencies of its package.json")
    .option("--keep-going", "continue after a cell that fails")
    .option(
      "--timeout <ms>",
      "how long each cell may run, in milliseconds (default: CLEW_NOTEBOOK_TIMEOUT_MS)",
    )
    .option("--allow-net <hosts>", "comma-separated hosts that cells may reach")
    .option("--output <file>", "write the notebook with its outputs: .ipynb, .html or .src.md")
    .option("--json", "one JSON object at the end instead of streamed text")
    .action(async (file: string, flags: Flags) => {
      const format = flags.output === undefined ? undefined : formatFor(undefined, flags.output);
      const run = runSettings(flags, services.config({}), terminal);
      const notebook = readNotebook(resolve(terminal.workingFolder, file));
      const watcher = flags.json ? {} : reportTo(terminal);
      const result = await runNotebook(notebook, { ...run, ...watcher });
      if (flags.json)
        terminal.out(`${safeJson(JSON.stringify(runObject(notebook.title, result), null, 2))}\n`);
      else terminal.out(`${terminal.isTerminal ? "\n" : ""}${summary(result)}\n`);
      if (result.interrupted) throw new CommandFailure("interrupted");
      if (format !== undefined) {
        const document = documentOf(format, notebook, outputsOf(result));
        await writeDocument(
          services.dataHome(services.config({})),
          resolve(terminal.workingFolder, flags.output!),
          document,
        );
      }
      if (!isFine(result)) process.exitCode = 1;
    });
};
