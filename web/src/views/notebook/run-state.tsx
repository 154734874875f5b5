import type { CellRunShape, CellShape } from "../../data/api-types.ts";
import { Ago } from "../../ui/time.tsx";

/** How the run of a cell stands. */
export type Standing = "running" | "waiting" | "idle";

/** What is said about the run of a cell. */
export interface RunStateProps {
  readonly cell: CellShape;
  readonly standing: Standing;
  readonly run: CellRunShape | undefined;
}

const WORDS: Readonly<Record<CellRunShape["status"], string>> = {
  completed: "ran",
  failed: "failed",
  timeout: "took too long and was ended",
  killed: "was ended",
};

/** Whether a cell runs, how it ran, and whether that still holds. */
export function RunState({ cell, standing, run }: RunStateProps) {
  return (
    <span class="run-state" role="status">
      {standing === "running" && <span class="is-running">running…</span>}
      {standing === "waiting" && <span class="is-running">waiting…</span>}
      {standing === "idle" && run && (
        <span class={`is-${run.status}`}>
          {WORDS[run.status]} in {duration(run.durationMs)}, <Ago at={run.startedAt} />
          {run.exitCode !== null && run.exitCode !== 0 && ` (exit code ${run.exitCode})`}
        </span>
      )}
      {standing === "idle" && run && cell.stale && (
        <span class="stale" title="Something that it rests on has changed since it ran.">
          stale
        </span>
      )}
      {run?.truncated && <span class="quiet">what it put out was cut</span>}
    </span>
  );
}

const duration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
