import * as z from "zod";
import { Answer } from "../../mcp/define.ts";
import type { Notebooks } from "../../notebook/notebooks.ts";
import { argument } from "./arguments.ts";
import { cutMiddle } from "./cut.ts";
import { followRun } from "./follow-run.ts";
import { defineNotebookOperation, type NotebookContext } from "./operation.ts";
import { errorOf, outputOf, runResult } from "./run-result.ts";
import { outputUri } from "./uris.ts";
import { notebookView } from "./views.ts";

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

/** Characters of output and of error that are returned for each cell; fewer when there are many cells. */
const MOST_EACH = 2_000;
const MOST_TOGETHER = 200_000;

/** Runs several cells and summarizes each; the status is that of the first cell that did not complete. */
async function runSeveral(
  cells: Parameters<Notebooks["runCells"]>[1],
  { notebooks, caller, progress }: NotebookContext,
): Promise<Answer<object>> {
  const { notebookId, ran, left } = await followRun(progress, (observer) =>
    notebooks.runCells(caller, cells, observer),
  );
  const most = Math.min(MOST_EACH, Math.floor(MOST_TOGETHER / ran.length));
  const bad = ran.find(({ run }) => run.status !== "completed");
  const warning = [...new Set(ran.flatMap((one) => one.warning ?? []))].join(" ");
  const value = {
    notebookId,
    status: bad?.run.status ?? "completed",
    ran: ran.length,
    left,
    cells: ran.map(({ cell, run }) => ({
      cellId: cell.id,
      status: run.status,
      output: cutMiddle(outputOf(run), most, outputUri(notebookId, cell.id)),
      error: errorOf(run, cell, most),
      durationMs: Math.round(run.durationMs),
    })),
    warning: warning || undefined,
  };
  return new Answer(value, { failed: bad && "EXECUTION_FAILED" });
}

/** Stops the current run. */
export const interrupt = defineNotebookOperation({
  name: "interrupt",
  summary: "Stops the current run; variables are lost",
  input: z.object({ notebookId: argument.notebookId }),
  example: {},
  run: ({ notebookId }, { notebooks, caller }) => notebooks.interrupt(caller, notebookId),
});

/** Restarts the kernel. */
export const restart = defineNotebookOperation({
  name: "restart",
  summary: "Restarts the kernel: variables are lost; allowNet, if given, sets the hosts that cells may reach",
  input: z.object({ notebookId: argument.notebookId, allowNet: argument.allowNet }),
  example: {},
  run: async (input, { notebooks, caller }) => notebookView(await notebooks.restart(caller, input)),
});

/** Installs npm packages for a notebook. */
export const installDeps = defineNotebookOperation({
  name: "install_deps",
  summary: "Installs npm packages in exact versions, without running their scripts; cells can import them",
  input: z.object({
    notebookId: argument.notebookId,
    dependencies: z
      .array(z.string())
      .optional()
      .describe("Names, optionally with versions or tags; by default those of the notebook's package.json"),
  }),
  example: { dependencies: ["lodash", "date-fns"] },
  async run({ notebookId, dependencies = [] }, { notebooks, caller, progress }) {
    const packages = dependencies.flatMap((one) => one.split(/\s+/)).filter((one) => one !== "");
    return followRun(progress, (observer) =>
      notebooks.install(caller, { notebookId, dependencies: packages }, observer),
    );
  },
});
