import { isColoured } from "../colours.ts";
import { CommandFailure, type Terminal } from "../command.ts";
import { readConfigFile, writeConfigFile } from "./config-file.ts";
import { checkInsideProject } from "./detect.ts";
import { displayDiff } from "./diff.ts";
import { Refusal } from "./format.ts";
import type { Plan } from "./plan.ts";

/** A change of one file of a client. */
export interface FileChange {
  readonly title: string;
  readonly path: string;
  /** Computes the new text. Throws a `Refusal`. */
  readonly plan: (text: string) => Plan | Promise<Plan>;
  /** What is printed if there is nothing to change, and after the change. */
  readonly unchanged: string;
  readonly done: string;
  /** Why a change of something that is not ours needs `--force`. */
  readonly foreign: string;
}

/** How changes are made. */
export interface ChangeOptions {
  readonly isProject: boolean;
  readonly isDryRun: boolean;
  readonly isForced: boolean;
}

/** Shows a change as a diff, then writes a backup and the file. Returns whether it was written. */
export async function changeFile(
  { title, path, plan, unchanged, done, foreign }: FileChange,
  { isProject, isDryRun, isForced }: ChangeOptions,
  terminal: Terminal,
  now: Date,
): Promise<boolean> {
  try {
    const file = await readConfigFile(path);
    if (isProject) checkInsideProject(file.target, terminal.workingFolder);
    const planned = await plan(file.text);
    if (planned.kind === "none") {
      terminal.out(`${title} ${unchanged}, nothing to change in ${path}\n`);
      return false;
    }
    terminal.out(displayDiff(path, file.text, planned.text, isColoured(terminal)));
    if (planned.kind === "foreign" && !isForced) throw new Refusal(foreign);
    if (isDryRun) {
      terminal.out(`${title}: dry run, nothing was written.\n`);
      return false;
    }
    const backup = await writeConfigFile(file, planned.text, { now, newMode: isProject ? 0o644 : 0o600 });
    if (backup) terminal.out(`Backup: ${backup}\n`);
    terminal.out(`${title}: ${done}\n`);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const at = error.position ? `:${error.position.line}:${error.position.column}` : "";
    throw new CommandFailure(`${title}: ${path}${at}: ${error.message}`);
  }
}
