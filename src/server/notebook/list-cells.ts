import * as z from "zod";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { notebookView } from "./views.ts";

/** Lists the cells of a notebook. */
export const listCells = defineNotebookOperation({
  name: "list_cells",
  summary: "Lists a notebook's cells in order, each with its first line and whether it is stale",
  input: z.object({ notebookId: argument.notebookId }),
  example: {},
  run: async ({ notebookId }, { notebooks, caller }) =>
    notebookView(await notebooks.open(caller, notebookId)),
});
