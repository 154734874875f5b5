import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { shownCell } from "./shown.ts";

/** Changes a cell's content or name. */
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
  async run({ content, filename, cellId, notebookId, expectedVersion }, { notebooks, desk }) {
    if (content === undefined && filename === undefined)
      throw new Failure("INVALID_ARGUMENT", {
        problem: "update_cell needs content, the new text, or filename, the new name of a code cell.",
      });
    const changed = await notebooks.updateCell(desk, {
      cellId,
      ...(notebookId !== undefined && { notebookId }),
      ...(content !== undefined && { content }),
      ...(filename !== undefined && { filename }),
      ...(expectedVersion !== undefined && { expectedVersion }),
    });
    return { notebookId: changed.notebookId, ...shownCell(changed.cell) };
  },
});
