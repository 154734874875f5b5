import { Failure } from "../ledger/index.ts";
import { askedHosts } from "./allow-net.ts";
import { type CodeCellState, findCell, findNotebook } from "./find-notebook.ts";
import { type InFlightRuns, stoppedBy, untilClosed } from "./in-flight-runs.ts";
import type { Kernels } from "./kernel/kernels.ts";
import type { CellState, NotebookState, NotebookStore } from "./notebook-store.ts";
import type { CellRunObserver, NotebookSettings, Notebooks, RanCell } from "./notebooks.ts";
import { createCellRunner } from "./run-one.ts";

type SeveralCells = Parameters<Notebooks["runCells"]>[1];

/** Runs one or several cells, and ends runs. */
export function createRunning(
  store: NotebookStore,
  kernels: Kernels,
  settings: NotebookSettings,
  work: InFlightRuns,
): Pick<Notebooks, "runCell" | "runCells" | "interrupt" | "restart" | "close"> {
  const runner = createCellRunner(store, kernels, settings, work);
  // Ending one of several cells ends them all.
  const { runs: inTurn, several: underWay, unfinished, closing } = work;

  async function runSeveral(id: string, which: SeveralCells, given: CellRunObserver) {
    const stop = new AbortController();
    underWay.set(id, stop);
    const watch = stoppedBy(given, stop.signal);
    try {
      const { notebook, cells } = await choose(id, which.only, watch.signal);
      const { timeoutMs, warning } = timeLimit(which.timeoutMs, settings);
      await runner.prepare(notebook);
      const ran: RanCell[] = [];
      for (const cell of cells) {
        if (watch.signal.aborted) break;
        watch.onStep?.(ran.length, cells.length, `${cell.id} (${cell.filename})`, cell.id);
        const follows = ran.length > 0 || hasRunBefore(notebook, cell);
        const done = await runner.run(notebook, cell, { timeoutMs, watch, follows });
        if (done === undefined) break;
        ran.push(ran.length === 0 ? warned(done, warning) : done);
        if (done.run.status !== "completed" && which.keepGoing !== true) break;
      }
      return { notebookId: id, ran, left: cells.length - ran.length };
    } finally {
      underWay.delete(id);
    }
  }

  /**
   * The cells to run. Stale cells run in the existing kernel, which still has the variables of the cells between them.
   * A suspended kernel, or one of an earlier process, has none: then every cell is stale, and all run from the top.
   */
  async function choose(id: string, only: "stale" | undefined, signal: AbortSignal) {
    let notebook = (await store.notebook(id))!;
    if (codeCells(notebook).length === 0 || signal.aborted) return { notebook, cells: codeCells(notebook) };
    if (only === undefined) await kernels.restart(id);
    const isFresh = only === undefined || (await runner.isFresh(notebook, signal));
    notebook = isFresh ? await store.changeNotebook(id, { allStale: true }) : (await store.notebook(id))!;
    const cells = codeCells(notebook);
    return { notebook, cells: only === undefined ? cells : cells.filter((cell) => cell.stale || !cell.run) };
  }

  return {
    async runCell(caller, { notebookId, cellId, timeoutMs: wanted }, given = {}) {
      const notebook = await findNotebook(store, caller, notebookId);
      const cell = findCell(notebook, cellId);
      if (!isCode(cell))
        throw new Failure("INVALID_ARGUMENT", {
          problem: `${cell.id} is a ${cell.kind} cell. Only code cells run: send the cellId of one.`,
        });
      const { timeoutMs, warning } = timeLimit(wanted, settings);
      return untilClosed(work, given, async (watch) => {
        await runner.prepare(notebook);
        const how = { timeoutMs, watch, follows: hasRunBefore(notebook, cell) };
        const ran = await runner.run(notebook, cell, how);
        if (ran === undefined)
          throw new Failure("EXECUTION_FAILED", { reason: "The run was cancelled before it began." });
        return warned(ran, warning);
      });
    },
    async runCells(caller, which, given = {}) {
      const { id } = await findNotebook(store, caller, which.notebookId);
      return untilClosed(work, given, (watch) => inTurn(id, () => runSeveral(id, which, watch)));
    },
    async interrupt(caller, notebookId) {
      const { id } = await findNotebook(store, caller, notebookId);
      const several = underWay.get(id);
      several?.abort();
      return { notebookId: id, interrupted: kernels.interrupt(id) || several !== undefined };
    },
    async restart(caller, { notebookId, allowNet }) {
      const { id } = await findNotebook(store, caller, notebookId);
      const hosts = allowNet && { allowNet: askedHosts(allowNet, settings.allowNet) };
      underWay.get(id)?.abort();
      await kernels.restart(id);
      const notebook = await store.changeNotebook(id, { allStale: true, ...hosts });
      kernels.warm(runner.kernelOf(notebook));
      return notebook;
    },
    async close() {
      closing.abort();
      await kernels.close();
      await Promise.allSettled(unfinished);
    },
  };
}

function isCode(cell: CellState): cell is CodeCellState {
  return cell.kind === "code";
}

function codeCells({ cells }: NotebookState): readonly CodeCellState[] {
  return cells.filter(isCode);
}

function hasRunBefore({ cells }: NotebookState, cell: CellState): boolean {
  return cells.slice(0, cells.indexOf(cell)).some(({ run }) => run !== undefined);
}

function timeLimit(
  wanted: number | undefined,
  { timeoutMs, maxTimeoutMs }: NotebookSettings,
): { readonly timeoutMs: number; readonly warning?: string } {
  if (wanted === undefined) return { timeoutMs: Math.min(timeoutMs, maxTimeoutMs) };
  const held = Math.min(Math.max(1, Math.trunc(wanted)), maxTimeoutMs);
  if (held === wanted) return { timeoutMs: held };
  return { timeoutMs: held, warning: `timeoutMs is from 1 to ${maxTimeoutMs} here: ${held} was taken.` };
}

function warned(ran: RanCell, warning: string | undefined): RanCell {
  if (warning === undefined) return ran;
  return { ...ran, warning: ran.warning === undefined ? warning : `${warning} ${ran.warning}` };
}
