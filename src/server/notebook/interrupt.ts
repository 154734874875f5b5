import * as z from "zod";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";

/** Ends the run under way. */
export const interrupt = defineNotebookOperation({
  name: "interrupt",
  summary: "Ends the run under way, and with it the variables",
  input: z.object({ notebookId: argument.notebookId }),
  example: {},
  run: ({ notebookId }, { notebooks, desk }) => notebooks.interrupt(desk, notebookId),
});
