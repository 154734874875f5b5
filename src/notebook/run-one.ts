import { fileFault } from "../files/export-failure.ts";
import { Failure } from "../ledger/index.ts";
import { permittedHosts } from "./allow-net.ts";
import { toCellRun } from "./cell-run.ts";
import type { CodeCellState } from "./find-notebook.ts";
import type { InFlightRuns } from "./in-flight-runs.ts";
import type { RunOptions, RunResult } from "./kernel/kernel.ts";
import type { KernelOf, Kernels } from "./kernel/kernels.ts";
import type { CellState, NotebookState, NotebookStore } from "./notebook-store.ts";
import type { CellRunObserver, NotebookSettings, RanCell } from "./notebooks.ts";

/** Options of a run of one cell. */
export interface OneRun {
  readonly timeoutMs: number;
  readonly watch: CellRunObserver;
  /** Cells before it have run, and it may need their variables. */
  readonly follows: boolean;
}

/** Runs single cells and stores the results. */
export interface CellRunner {
  /** Writes the notebook's cells into its folder as files. */
  prepare(notebook: NotebookState): Promise<void>;
  /** Runs a cell after those before it; undefined if it was cancelled before. */
  run(notebook: NotebookState, cell: CodeCellState, how: OneRun): Promise<RanCell | undefined>;
  /** Whether the kernel has no variables; starts a kernel if there is none. */
  isFresh(notebook: NotebookState, signal: AbortSignal): Promise<boolean>;
  kernelOf(notebook: NotebookState): KernelOf;
}

/** Creates the runner of all notebooks. */
export function createCellRunner(
  store: NotebookStore,
  kernels: Kernels,
  settings: NotebookSettings,
  { cells: inTurn, files, running }: InFlightRuns,
): CellRunner {
  async function marked<T>(notebookId: string, cellId: string, work: () => Promise<T>): Promise<T> {
    running.set(notebookId, [...(running.get(notebookId) ?? []), cellId]);
    try {
      return await work();
    } finally {
      const all = running.get(notebookId)!;
      const left = all.toSpliced(all.indexOf(cellId), 1);
      if (left.length > 0) running.set(notebookId, left);
      else running.delete(notebookId);
    }
  }

  // The operator may have changed the configuration since the notebook was created.
  const kernelOf = ({ id, allowNet }: NotebookState) => ({
    id,
    allowNet: permittedHosts(allowNet, settings.allowNet),
  });

  async function execute(notebook: NotebookState, code: string, options: RunOptions): Promise<RunResult> {
    const result = await kernels.run(kernelOf(notebook), code, options);
    // A cell that fails has an exit code; this one never started.
    if (result.status === "failed" && result.exitCode === null)
      throw new Failure("EXECUTION_FAILED", {
        reason: `Cells cannot run here: ${result.error?.message ?? "the kernel does not start"}`,
      });
    return result;
  }

  async function runOne(
    notebook: NotebookState,
    cell: CodeCellState,
    { timeoutMs, watch, follows }: OneRun,
  ): Promise<RanCell | undefined> {
    if (watch.signal?.aborted) return undefined;
    const startedAt = new Date().toISOString();
    const result = await execute(notebook, cell.content, {
      filename: cell.filename,
      timeoutMs,
      signal: watch.signal,
      onOutput: watch.onOutput,
    });
    const run = toCellRun(result, cell.content, startedAt);
    const of = { version: cell.version, lost: result.fresh || !survived(result) };
    const kept = await store.saveRun(notebook.id, cell.id, run, of).catch(unlessRemoved(cell));
    return {
      notebookId: notebook.id,
      cell: kept,
      run,
      ...(result.fresh && warningOf(result, follows)),
    };
  }

  return {
    kernelOf,
    prepare: (notebook) =>
      inTurn(notebook.id, async () => {
        try {
          await files.write(await kernels.folderOf(notebook.id), notebook);
        } catch (error) {
          throw notWritten(error);
        }
      }),
    // Locked here too, not only in the kernel, to distinguish a run that was cancelled while it waited from one that
    // ran.
    run: (notebook, cell, how) =>
      marked(notebook.id, cell.id, () => inTurn(notebook.id, () => runOne(notebook, cell, how))),
    isFresh: (notebook, signal) =>
      inTurn(notebook.id, async () => {
        const result = await execute(notebook, "", { timeoutMs: settings.timeoutMs, signal });
        return result.fresh || !survived(result);
      }),
  };
}

const RESTARTED = "The kernel restarted: variables of earlier cells are gone. Use run_all to run them again.";

/** Warnings that are given once per process. */
function warningOf({ sharesFiles }: RunResult, follows: boolean): { readonly warning?: string } {
  const warning = [
    ...(follows ? [RESTARTED] : []),
    ...(sharesFiles === undefined ? [] : [`The file layer of the sandbox is not active. ${sharesFiles}`]),
  ].join(" ");
  return warning === "" ? {} : { warning };
}

/** Whether the process and its variables survive the run. */
function survived({ status, error }: RunResult): boolean {
  return status === "completed" || (status === "failed" && error?.name !== "Exit");
}

/** The run of a cell that was removed meanwhile is not stored, but still returned. */
function unlessRemoved(cell: CellState): (error: unknown) => CellState {
  return (error) => {
    if (error instanceof Failure && error.code === "CELL_NOT_FOUND") return cell;
    throw error;
  };
}

function notWritten(error: unknown): unknown {
  const fault = fileFault(error);
  if (fault === undefined) return error;
  const reason = `The cells cannot be put into the notebook's folder: ${fault}.`;
  return new Failure("EXECUTION_FAILED", { reason }, { cause: error });
}
