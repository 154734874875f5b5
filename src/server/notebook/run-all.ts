import * as z from "zod";
import { argument } from "./arguments.ts";
import { defineNotebookOperation } from "./operation.ts";
import { runSeveral } from "./run-several.ts";

/** Runs every code cell in a fresh kernel. */
export const runAll = defineNotebookOperation({
  name: "run_all",
  summary: "Runs every code cell from the top in a fresh kernel; stops at the first that fails",
  input: z.object({
    notebookId: argument.notebookId,
    keepGoing: z.boolean().optional().describe("Continues after a cell that fails"),
    timeoutMs: argument.timeoutMs,
  }),
  example: {},
  run: (input, context) => runSeveral(input, context),
});
