import type { CellState, NotebookState, NotebookSummary } from "../../notebook/notebook-store.ts";
import type { NotebookCaller } from "../../notebook/notebooks.ts";

const PREVIEW_CHARACTERS = 80;

/** A notebook in a list. */
export function summaryView(summary: NotebookSummary) {
  const { id, title, language, cellCount, createdAt, updatedAt } = summary;
  return {
    notebookId: id,
    title,
    language,
    cellCount,
    allowNet: hostsOf(summary),
    createdAt,
    updatedAt,
  };
}

/** A notebook with a preview of each cell. */
export function notebookView(notebook: NotebookState) {
  const { id, title, language, cells } = notebook;
  return {
    notebookId: id,
    title,
    language,
    allowNet: hostsOf(notebook),
    cells: cells.map((cell) => ({ ...cellView(cell), preview: preview(cell.content) })),
  };
}

/** A new notebook; a caller without a handle is reminded to send its id. */
export function newNotebookView(state: NotebookState, { handle }: NotebookCaller) {
  const warning =
    handle === undefined
      ? `No handle was sent: send notebookId: ${JSON.stringify(state.id)} with every operation on this notebook.`
      : undefined;
  return { ...notebookView(state), warning };
}

/** A cell without its content. */
export function cellView(cell: CellState) {
  return {
    cellId: cell.id,
    cellType: cell.kind,
    filename: cell.kind === "code" ? cell.filename : undefined,
    version: cell.version,
    stale: cell.stale,
    status: cell.run?.status,
  };
}

function hostsOf({ allowNet }: NotebookSummary): readonly string[] | undefined {
  return allowNet.length > 0 ? allowNet : undefined;
}

function preview(content: string): string {
  const line = content.trimStart().split("\n", 1)[0]!.trimEnd();
  return line.length > PREVIEW_CHARACTERS ? `${line.slice(0, PREVIEW_CHARACTERS).toWellFormed()}…` : line;
}
