import { Answer } from "../../mcp/define.ts";
import type { Notebooks } from "../../notebook/notebooks.ts";
import { cutMiddle } from "./cut.ts";
import { followRun } from "./follow-run.ts";
import type { NotebookContext } from "./operation.ts";
import { errorOf, outputOf } from "./run-result.ts";
import { outputUri } from "./uris.ts";

/** Characters of output and of error that are returned for each cell; fewer when there are many cells. */
const MOST_EACH = 2_000;
const MOST_TOGETHER = 200_000;

/** Runs several cells and summarizes each; the status is that of the first cell that did not complete. */
export async function runSeveral(
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
