import * as z from "zod";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";

/** Removes a cell. */
export const removeCell = defineNotebookOperation({
  name: "remove_cell",
  summary: "Removes a cell and its last run",
  input: z.object({
    notebookId: argument.notebookId,
    cellId: argument.cellId,
    expectedVersion: argument.expectedVersion,
  }),
  example: { cellId: "cell-1" },
  run: async (input, { notebooks, caller }) => ({
    ...(await notebooks.removeCell(caller, input)),
    removed: true,
  }),
});
