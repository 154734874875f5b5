import * as z from "zod";
import { Answer } from "../../mcp/define.ts";
import { argument } from "./arguments.ts";
import { cutMiddle } from "./cut.ts";
import { defineNotebookOperation } from "./operation.ts";
import { runResult } from "./run-result.ts";
import { cellView } from "./views.ts";

/** Clients drop messages over 10 MiB, and an answer carries its text twice. */
const MOST_JSON = 3 * 1024 * 1024;

/** Returns one cell with its last run. */
export const getCell = defineNotebookOperation({
  name: "get_cell",
  summary: "Returns a cell in full, with its last run",
  input: z.object({ notebookId: argument.notebookId, cellId: argument.cellId }),
  example: { cellId: "cell-1" },
  async run(input, { notebooks, caller }) {
    const { notebookId, cell, run } = await notebooks.cell(caller, input);
    const { facts, embedded = [] } = run ? runResult(notebookId, cell, run) : {};
    return new Answer(
      { notebookId, ...cellView(cell), ...contentView(cell.content), ...facts },
      { embedded },
    );
  },
});

/** Only control characters, which JSON escapes, make a cell that long. */
function contentView(content: string) {
  if (JSON.stringify(content).length <= MOST_JSON) return { content };
  return {
    content: cutMiddle(content, MOST_JSON / 8),
    warning:
      "The content is cut because its characters take too much space here. Use export to get all of it.",
  };
}
