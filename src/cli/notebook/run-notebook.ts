import type { Sandbox } from "../../config/sandbox.ts";
import type { CodeCell } from "../../notebook/cell.ts";
import { toCellRun } from "../../notebook/cell-run.ts";
import { createKernel, type RunResult } from "../../notebook/kernel/kernel.ts";
import type { KernelLimits } from "../../notebook/kernel/limits.ts";
import type { Notebook } from "../../notebook/notebook.ts";
import type { Output, Outputs } from "../../notebook/output.ts";
import { dependenciesOf } from "../../notebook/package-json.ts";
import { installPackages } from "../../notebook/packages/install.ts";
import { MAX_REQUESTED } from "../../notebook/packages/requested-packages.ts";
import { openRunFolder } from "./run-folder.ts";
import { stopSignal } from "./stop-signal.ts";

/** Options of a run. */
export interface NotebookRun {
  readonly install: boolean;
  readonly keepGoing: boolean;
  readonly allowNet: readonly string[];
  /** For each cell. */
  readonly timeoutMs: number;
  readonly limits: Partial<KernelLimits>;
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onInstall?: (text: string) => void;
  readonly onCell?: (cell: CodeCell) => void;
  readonly onOutput?: (text: string) => void;
  readonly onRan?: (ran: RanCell) => void;
}

/** A code cell with its result from the kernel and its outputs for documents. */
export interface RanCell {
  readonly cell: CodeCell;
  readonly result: RunResult;
  readonly outputs: readonly Output[];
}

/** The result of a run: the cells that ran, in order, those that did not run, and whether it was interrupted. */
export interface NotebookResult {
  readonly ran: readonly RanCell[];
  readonly left: readonly CodeCell[];
  readonly interrupted: boolean;
  readonly durationMs: number;
}

/** Runs the code cells in order in one kernel, in a temporary folder. */
export async function runNotebook(notebook: Notebook, run: NotebookRun): Promise<NotebookResult> {
  const cells = notebook.cells.filter((cell) => cell.kind === "code");
  using stop = stopSignal();
  using runFolder = openRunFolder();
  const { folder } = runFolder;
  if (run.install) await installDependencies(notebook, folder, run, stop.signal);
  runFolder.fill(cells);
  const started = performance.now();
  const kernel = createKernel({ folder, limits: run.limits, sandbox: run.sandbox });
  const ran: RanCell[] = [];
  try {
    for (const cell of cells) {
      if (stop.signal.aborted) break;
      run.onCell?.(cell);
      const startedAt = new Date().toISOString();
      const result = await kernel.run(cell.content, {
        filename: cell.filename,
        signal: stop.signal,
        allowNet: run.allowNet,
        timeoutMs: run.timeoutMs,
        ...(run.onOutput && { onOutput: run.onOutput }),
      });
      const one = { cell, result, outputs: toCellRun(result, cell.content, startedAt).outputs };
      ran.push(one);
      run.onRan?.(one);
      if (result.status !== "completed" && !run.keepGoing) break;
    }
  } finally {
    await kernel.close();
  }
  return {
    ran,
    left: cells.slice(ran.length),
    interrupted: stop.signal.aborted,
    durationMs: performance.now() - started,
  };
}

/** The outputs of a run's cells, by cell id. */
export function outputsOf({ ran }: NotebookResult): Outputs {
  return new Map(ran.map(({ cell, outputs }) => [cell.id, outputs]));
}

/** Whether every cell ran without an error. */
export function isFine({ ran, left }: NotebookResult): boolean {
  return left.length === 0 && ran.every(({ result }) => result.status === "completed");
}

/** Installs the dependencies of the notebook's package.json into the folder, if it has any. */
async function installDependencies(
  notebook: Notebook,
  folder: string,
  { env, limits, sandbox, onInstall }: NotebookRun,
  signal: AbortSignal,
): Promise<void> {
  const wanted = Object.entries(dependenciesOf(notebook.packageJson)).map((one) => one.join("@"));
  for (let at = 0; at < wanted.length; at += MAX_REQUESTED) {
    const part = wanted.slice(at, at + MAX_REQUESTED);
    const installed = await installPackages({
      folder,
      wanted: part,
      env,
      limits: limits.diskMb === undefined ? {} : { diskMb: limits.diskMb },
      sandbox,
      signal,
      ...(onInstall && { onLine: onInstall }),
    });
    onInstall?.(installed.map(({ name, version }) => `${name} ${version}`).join(", "));
  }
}
