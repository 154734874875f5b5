import type { JobContext } from "../jobs/jobs.ts";
import { toCellRun } from "../notebook/cell-run.ts";
import { type CodeCellState, findCell } from "../notebook/find-notebook.ts";
import type { CellState, NotebookState, NotebookStore } from "../notebook/notebook-store.ts";
import type { RanCell } from "../notebook/notebooks.ts";

/** Why a cell does not run a second time. */
export const NOT_REPEATED =
  "The worker that ran this cell died. The notebook has network access, so the cell was not run again: its effects there are unknown.";

/** Saves the run of a cell whose worker died as `killed`, with the output so far. */
export async function saveKilled(
  store: NotebookStore,
  notebook: NotebookState,
  cellId: string,
  { startedAt, earlierEvents, fence }: JobContext,
): Promise<RanCell> {
  const cell = findCell(notebook, cellId);
  const result = {
    status: "killed",
    exitCode: null,
    durationMs: Math.max(0, Date.now() - startedAt),
    truncated: false,
    output: outputOf(earlierEvents, cell.id),
    displays: [],
    error: { name: "Killed", message: NOT_REPEATED },
    fresh: true,
  } as const;
  const run = toCellRun(result, cell.content, new Date(startedAt).toISOString());
  const saved = await store.saveRun(notebook.id, cell.id, run, { version: cell.version, lost: true, fence });
  return { notebookId: notebook.id, cell: saved, run, warning: NOT_REPEATED };
}

/** The state of a run of several cells: finished cells, the cell that was running, and the number of cells after it. */
export async function interruptedRun(
  store: NotebookStore,
  notebook: NotebookState,
  { startedAt }: JobContext,
): Promise<{
  readonly ran: readonly RanCell[];
  readonly running: string | undefined;
  readonly left: number;
}> {
  const cells = notebook.cells.filter(isCode);
  const ended = cells.filter(({ run, stale }) => run && !stale && Date.parse(run.startedAt) >= startedAt);
  const runs = await store.cellRuns(notebook.id);
  const waiting = cells.filter((cell) => cell.stale || !cell.run);
  return {
    ran: ended.map((cell) => ({ notebookId: notebook.id, cell, run: runs.get(cell.id)! })),
    running: waiting[0]?.id,
    left: Math.max(0, waiting.length - 1),
  };
}

function outputOf(events: readonly unknown[], cellId: string): string {
  return (events as readonly { readonly output?: string; readonly cellId?: string }[])
    .filter(({ output, cellId: of = cellId }) => output !== undefined && of === cellId)
    .map(({ output }) => output)
    .join("");
}

function isCode(cell: CellState): cell is CodeCellState {
  return cell.kind === "code";
}
