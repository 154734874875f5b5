import * as z from "zod";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";

/** Stops the current run. */
export const interrupt = defineNotebookOperation({
  name: "interrupt",
  summary: "Stops the current run; variables are lost",
  input: z.object({ notebookId: argument.notebookId }),
  example: {},
  run: ({ notebookId }, { notebooks, caller }) => notebooks.interrupt(caller, notebookId),
});
