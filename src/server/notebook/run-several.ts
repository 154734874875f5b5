import { Answer } from "../../mcp/define.ts";
import { cutMiddle } from "./cut.ts";
import { followed } from "./follow.ts";
import type { NotebookContext } from "./operation.ts";
import { errorOf, outputOf } from "./ran.ts";
import { outputUri } from "./uris.ts";

/** Letters of output and of error that are answered of each cell; fewer when there are many cells. */
const MOST_EACH = 2_000;
const MOST_TOGETHER = 200_000;

/** Runs several cells and answers each in a few words; the status is that of the first which did not complete. */
export async function runSeveral(
  wanted: {
    readonly notebookId?: string | undefined;
    readonly only?: "stale";
    readonly keepGoing?: boolean | undefined;
    readonly timeoutMs?: number | undefined;
  },
  { notebooks, desk, progress }: NotebookContext,
): Promise<Answer<object>> {
  const { notebookId: named, only, keepGoing, timeoutMs } = wanted;
  const which = {
    ...(named !== undefined && { notebookId: named }),
    ...(only && { only }),
    ...(keepGoing !== undefined && { keepGoing }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const { notebookId, ran, left } = await followed(progress, (run) => notebooks.runCells(desk, which, run));
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
    ...(warning !== "" && { warning }),
  };
  return new Answer(value, bad ? { failed: "EXECUTION_FAILED" } : {});
}
