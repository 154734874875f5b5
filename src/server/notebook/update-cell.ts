import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { cellView } from "./views.ts";

/** Changes a cell's content or filename. */
export const updateCell = defineNotebookOperation({
  name: "update_cell",
  summary: "Changes a cell's content or filename; cells that ran after it become stale",
  input: z.object({
    notebookId: argument.notebookId,
    cellId: argument.cellId,
    content: z.string().optional().describe("The new text"),
    filename: z.string().optional().describe("The new name of a code cell"),
    expectedVersion: argument.expectedVersion,
  }),
  example: { cellId: "cell-1", content: "Updated content" },
  async run(input, { notebooks, caller }) {
    if (input.content === undefined && input.filename === undefined)
      throw new Failure("INVALID_ARGUMENT", {
        problem: "update_cell needs content, the new text, or filename, the new name of a code cell.",
      });
    const { notebookId, cell } = await notebooks.updateCell(caller, input);
    return { notebookId, ...cellView(cell) };
  },
});
