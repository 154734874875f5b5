import * as z from "zod";
import { Answer } from "../../mcp/define.ts";
import { argument } from "./arguments.ts";
import { followed } from "./follow.ts";
import { defineNotebookOperation } from "./operation.ts";
import { shownRun } from "./ran.ts";

/** Runs one code cell. */
export const runCell = defineNotebookOperation({
  name: "run_cell",
  summary: "Runs a code cell; variables of cells that ran before are there",
  input: z.object({
    notebookId: argument.notebookId,
    cellId: argument.cellId,
    timeoutMs: argument.timeoutMs,
  }),
  example: { cellId: "cell-1" },
  async run({ notebookId, cellId, timeoutMs }, { notebooks, desk, progress }) {
    const which = {
      cellId,
      ...(notebookId !== undefined && { notebookId }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
    const ran = await followed(progress, (run) => notebooks.runCell(desk, which, run));
    const { facts, embedded } = shownRun(ran.notebookId, ran.cell, ran.run);
    return new Answer(
      {
        ...facts,
        notebookId: ran.notebookId,
        cellId: ran.cell.id,
        ...(ran.warning !== undefined && { warning: ran.warning }),
      },
      { embedded, ...(ran.run.status !== "completed" && { failed: "EXECUTION_FAILED" }) },
    );
  },
});
