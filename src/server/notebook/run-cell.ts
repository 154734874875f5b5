import * as z from "zod";
import { Answer } from "../../mcp/define.ts";
import { argument } from "./arguments.ts";
import { followRun } from "./follow-run.ts";
import { defineNotebookOperation } from "./operation.ts";
import { runResult } from "./run-result.ts";

/** Runs one code cell. */
export const runCell = defineNotebookOperation({
  name: "run_cell",
  summary: "Runs a code cell; variables of earlier runs are kept",
  input: z.object({
    notebookId: argument.notebookId,
    cellId: argument.cellId,
    timeoutMs: argument.timeoutMs,
  }),
  example: { cellId: "cell-1" },
  async run(input, { notebooks, caller, progress }) {
    const { notebookId, cell, run, warning } = await followRun(progress, (observer) =>
      notebooks.runCell(caller, input, observer),
    );
    const { facts, embedded } = runResult(notebookId, cell, run);
    const failed = run.status === "completed" ? undefined : "EXECUTION_FAILED";
    return new Answer({ ...facts, notebookId, cellId: cell.id, warning }, { embedded, failed });
  },
});
