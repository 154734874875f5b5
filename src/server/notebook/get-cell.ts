import * as z from "zod";
import { Answer } from "../../mcp/define.ts";
import { argument } from "./arguments.ts";
import { cutMiddle } from "./cut.ts";
import { defineNotebookOperation } from "./operation.ts";
import { shownRun } from "./ran.ts";
import { shownCell } from "./shown.ts";

/** Clients drop messages over 10 MiB, and an answer carries its text twice. */
const MOST_JSON = 3 * 1024 * 1024;

/** Reads one cell with its last run. */
export const getCell = defineNotebookOperation({
  name: "get_cell",
  summary: "Reads a cell whole, with how it ran last",
  input: z.object({ notebookId: argument.notebookId, cellId: argument.cellId }),
  example: { cellId: "cell-1" },
  async run({ notebookId: named, cellId }, { notebooks, desk }) {
    const which = { cellId, ...(named !== undefined && { notebookId: named }) };
    const { notebookId, cell, run } = await notebooks.cell(desk, which);
    const ran = run && shownRun(notebookId, cell, run);
    return new Answer(
      { notebookId, ...shownCell(cell), ...shownContent(cell.content), ...ran?.facts },
      { embedded: ran?.embedded ?? [] },
    );
  },
});

/** Only control characters make a cell that long. */
function shownContent(content: string) {
  if (JSON.stringify(content).length <= MOST_JSON) return { content };
  return {
    content: cutMiddle(content, MOST_JSON / 8),
    warning: "The content is cut, because its characters take too much room here; export has it whole.",
  };
}
