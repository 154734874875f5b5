import type { CellState, NotebookState, NotebookSummary } from "../../notebook/notebook-store.ts";
import type { Desk } from "../../notebook/notebooks.ts";

const PREVIEW_LETTERS = 80;

/** A notebook in a list. */
export function shownSummary({
  id,
  title,
  language,
  allowNet,
  cellCount,
  createdAt,
  updatedAt,
}: NotebookSummary) {
  return {
    notebookId: id,
    title,
    language,
    cellCount,
    ...(allowNet.length > 0 && { allowNet }),
    createdAt,
    updatedAt,
  };
}

/** A notebook with a line for each cell. */
export function shownNotebook({ id, title, language, allowNet, cells }: NotebookState) {
  return {
    notebookId: id,
    title,
    language,
    ...(allowNet.length > 0 && { allowNet }),
    cells: cells.map((cell) => ({ ...shownCell(cell), preview: preview(cell.content) })),
  };
}

/** A new notebook, with the id that a caller without a handle has to send from now on. */
export function shownNew(state: NotebookState, { handle }: Desk) {
  const id = JSON.stringify(state.id);
  return {
    ...shownNotebook(state),
    ...(handle === undefined && {
      warning: `No handle was sent: send notebookId: ${id} with every operation on this notebook.`,
    }),
  };
}

/** A cell without its content. */
export function shownCell(cell: CellState) {
  return {
    cellId: cell.id,
    cellType: cell.kind,
    ...(cell.kind === "code" && { filename: cell.filename }),
    version: cell.version,
    stale: cell.stale,
    ...(cell.run && { status: cell.run.status }),
  };
}

function preview(content: string): string {
  const line = content.trimStart().split("\n", 1)[0]!.trimEnd();
  return line.length > PREVIEW_LETTERS ? `${line.slice(0, PREVIEW_LETTERS).toWellFormed()}…` : line;
}
