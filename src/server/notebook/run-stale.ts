import * as z from "zod";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { runSeveral } from "./run-several.ts";

/** Runs the cells whose results are out of date. */
export const runStale = defineNotebookOperation({
  name: "run_stale",
  summary: "Runs the code cells that are stale or never ran; stops at the first that fails",
  input: z.object({
    notebookId: argument.notebookId,
    keepGoing: z.boolean().optional().describe("Continues after a cell that fails"),
    timeoutMs: argument.timeoutMs,
  }),
  example: {},
  run: (input, context) => runSeveral({ ...input, only: "stale" }, context),
});
