import * as z from "zod";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";

/** Takes a cell out. */
export const removeCell = defineNotebookOperation({
  name: "remove_cell",
  summary: "Takes a cell out, with its last run",
  input: z.object({
    notebookId: argument.notebookId,
    cellId: argument.cellId,
    expectedVersion: argument.expectedVersion,
  }),
  example: { cellId: "cell-1" },
  async run({ notebookId, cellId, expectedVersion }, { notebooks, desk }) {
    const removed = await notebooks.removeCell(desk, {
      cellId,
      ...(notebookId !== undefined && { notebookId }),
      ...(expectedVersion !== undefined && { expectedVersion }),
    });
    return { ...removed, removed: true };
  },
});
