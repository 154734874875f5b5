import type { JobContext } from "../jobs/jobs.ts";
import { toCellRun } from "../notebook/cell-run.ts";
import { type CodeCellState, findCell } from "../notebook/find-notebook.ts";
import type { CellState, NotebookState, NotebookStore } from "../notebook/notebook-store.ts";
import type { RanCell } from "../notebook/notebooks.ts";

/** Why a cell is not run a second time. */
export const NOT_AGAIN =
  "The worker that ran this died. The notebook may talk to a network, so it was not run again: what it did there is not known.";

/** Keeps the run of a cell whose worker died as killed, with what it had printed. */
export async function saveKilled(
  store: NotebookStore,
  notebook: NotebookState,
  cellId: string,
  { startedAt, toldBefore, fence }: JobContext,
): Promise<RanCell> {
  const cell = findCell(notebook, cellId);
  const result = {
    status: "killed",
    exitCode: null,
    durationMs: Math.max(0, Date.now() - startedAt),
    truncated: false,
    output: printed(toldBefore, cell.id),
    displays: [],
    error: { name: "Killed", message: NOT_AGAIN },
    fresh: true,
  } as const;
  const run = toCellRun(result, cell.content, new Date(startedAt).toISOString());
  const of = { version: cell.version, lost: true, ...(fence && { fence }) };
  const kept = await store.saveRun(notebook.id, cell.id, run, of);
  return { notebookId: notebook.id, cell: kept, run, warning: NOT_AGAIN };
}

/** Of a run of several cells: those that came to their end, the one that was under way, and how many are left behind it. */
export async function endedRuns(
  store: NotebookStore,
  notebook: NotebookState,
  { startedAt }: JobContext,
): Promise<{
  readonly ran: readonly RanCell[];
  readonly underWay: string | undefined;
  readonly left: number;
}> {
  const cells = notebook.cells.filter(isCode);
  const ended = cells.filter(({ run, stale }) => run && !stale && Date.parse(run.startedAt) >= startedAt);
  const runs = await store.cellRuns(notebook.id);
  const waiting = cells.filter((cell) => cell.stale || !cell.run);
  return {
    ran: ended.map((cell) => ({ notebookId: notebook.id, cell, run: runs.get(cell.id)! })),
    underWay: waiting[0]?.id,
    left: Math.max(0, waiting.length - 1),
  };
}

function printed(told: readonly unknown[], cellId: string): string {
  return (told as readonly { readonly output?: string; readonly cellId?: string }[])
    .filter(({ output, cellId: of = cellId }) => output !== undefined && of === cellId)
    .map(({ output }) => output)
    .join("");
}

function isCode(cell: CellState): cell is CodeCellState {
  return cell.kind === "code";
}
