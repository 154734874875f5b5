import { defineResource } from "../../mcp/define.ts";
import type { CellRun, CellState, NotebookState } from "../../notebook/notebook-store.ts";
import { completeNotebook } from "../notebook/complete.ts";
import { cutMiddle } from "../notebook/cut.ts";
import { errorOf, outputOf } from "../notebook/run-result.ts";
import { outputUri } from "../notebook/uris.ts";
import { cellView, summaryView } from "../notebook/views.ts";

const MAX_OUTPUT = 4_000;
/** Clients drop messages over 10 MiB: the limit for all texts of a notebook as JSON. */
const MAX_TEXT = 6 * 1024 * 1024;

/** One notebook with its cells and their last runs. */
export const notebook = defineResource({
  uri: "thoughtbox://notebooks/{notebookId}",
  name: "notebook",
  title: "Notebook",
  description: "Get notebook details",
  mimeType: "application/json",
  complete: { notebookId: completeNotebook },
  updatedBy: ({ notebookId }) => notebookId && `thoughtbox://notebooks/${notebookId}`,
  async read({ notebookId }, { notebooks }) {
    const found = await notebooks.read(notebookId!);
    return found && JSON.stringify(whole(found.notebook, found.runs));
  },
});

function whole(state: NotebookState, runs: ReadonlyMap<string, CellRun>) {
  let left = MAX_TEXT;
  /** The text if there is room for it, else null; get_cell returns it. */
  const within = (text: string | null): string | null => {
    const size = JSON.stringify(text).length;
    if (size > left) return null;
    left -= size;
    return text;
  };
  const cells = state.cells.map((cell) => ({ ...cellView(cell), content: within(cell.content) }));
  return {
    ...summaryView(state),
    cells: state.cells.map((cell, index) => {
      const run = runs.get(cell.id);
      return { ...cells[index], ...(run && { run: shownRun(state.id, cell, run, within) }) };
    }),
  };
}

function shownRun(
  notebookId: string,
  cell: CellState,
  run: CellRun,
  within: (text: string | null) => string | null,
) {
  const { status, exitCode, durationMs, startedAt, truncated } = run;
  const uri = outputUri(notebookId, cell.id);
  return {
    status,
    exitCode,
    durationMs: Math.round(durationMs),
    startedAt,
    truncated,
    output: within(cutMiddle(outputOf(run), MAX_OUTPUT, uri)),
    outputUri: uri,
    error: within(errorOf(run, cell, MAX_OUTPUT)),
  };
}
