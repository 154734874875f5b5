import type { CellDraft } from "../../notebook/notebook.ts";
import type { CellRun, CellState, NewNotebook } from "../../notebook/notebook-store.ts";
import type { Store } from "../port.ts";

/** A notebook to create, with overrides. */
export function notebookOf(id: string, more: Partial<NewNotebook> = {}): NewNotebook {
  return { id, title: "Numbers", language: "typescript", cells: [], ...more };
}

/** Code cells with these contents. */
export const codes = (...contents: string[]): CellDraft[] =>
  contents.map((content) => ({ kind: "code", content }));

/** A run to save, with overrides. */
export function runOf(more: Partial<CellRun> = {}): CellRun {
  return {
    status: "completed",
    exitCode: 0,
    durationMs: 12.5,
    startedAt: "2026-11-15T10:00:00.250Z",
    truncated: false,
    outputs: [{ type: "stream", name: "stdout", text: "1\n" }],
    ...more,
  };
}

/** Saves a run of each of these cells of notebook `n`, at their current versions. */
export async function runAll(store: Store, ...cellIds: string[]): Promise<void> {
  const { cells } = (await store.notebook("n"))!;
  for (const { id, version } of cells)
    if (cellIds.includes(id)) await store.saveRun("n", id, runOf(), { version, lost: false });
}

/** The ids of the cells of notebook `n` that satisfy a condition, in order. */
export async function cellsWhere(store: Store, holds: (cell: CellState) => boolean): Promise<string[]> {
  return (await store.notebook("n"))!.cells.filter(holds).map(({ id }) => id);
}
