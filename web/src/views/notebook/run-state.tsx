import type { CellRunShape, CellShape } from "../../data/api-types.ts";
import { Ago } from "../../ui/time.tsx";

export type RunStatus = "running" | "waiting" | "idle";

export interface RunStateProps {
  readonly cell: CellShape;
  readonly status: RunStatus;
  readonly run: CellRunShape | undefined;
}

const RESULTS: Readonly<Record<CellRunShape["status"], string>> = {
  completed: "completed in",
  failed: "failed after",
  timeout: "timed out after",
  killed: "interrupted after",
};

/** The status of a cell and the result of its last run. */
export function RunState({ cell, status, run }: RunStateProps) {
  return (
    <span class="run-state" role="status">
      {status === "running" && <span class="is-running">running…</span>}
      {status === "waiting" && <span class="is-running">waiting…</span>}
      {status === "idle" && run && (
        <span class={`is-${run.status}`}>
          {RESULTS[run.status]} {duration(run.durationMs)}, <Ago at={run.startedAt} />
          {run.exitCode !== null && run.exitCode !== 0 && ` (exit code ${run.exitCode})`}
        </span>
      )}
      {status === "idle" && run && cell.stale && (
        <span class="stale" title="A dependency changed since the last run.">
          stale
        </span>
      )}
      {run?.truncated && <span class="quiet">output truncated</span>}
    </span>
  );
}

const duration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
