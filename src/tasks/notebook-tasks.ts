import type { JobContext, JobPrincipal, Tasks } from "../jobs/jobs.ts";
import { Failure } from "../ledger/index.ts";
import type { NotebookState, NotebookStore } from "../notebook/notebook-store.ts";
import type { Desk, Notebooks, RanCell, RunWatch } from "../notebook/notebooks.ts";
import { endedRuns, NOT_AGAIN, saveKilled } from "./killed-run.ts";
import { paceOutput } from "./paced-output.ts";

/** The tasks that run cells. */
export const RUNS = ["notebook.run", "notebook.runAll"] as const;

/** The tasks of notebooks. */
export type RunTask = (typeof RUNS)[number] | "notebook.install";

/** What every job of a notebook says. */
export interface NotebookPayload<W extends object = object> {
  readonly principal?: JobPrincipal;
  readonly handle?: string;
  readonly which: W & { readonly notebookId: string };
}

/** What a job of a notebook tells while it works. */
export type NotebookEvent =
  | { readonly output: string; readonly cellId?: string | undefined }
  | {
      readonly done: number;
      readonly total: number;
      readonly says: string;
      readonly cellId?: string | undefined;
    };

/** Where a principal's notebooks are kept and run; what the runs of a job keep counts only while the job is the worker's. */
export interface Seat {
  readonly store: NotebookStore;
  readonly notebooks: Notebooks;
}

/** What the tasks of notebooks are made from. */
export interface NotebookTaskParts {
  readonly seatOf: (principal: JobPrincipal | undefined, fence: JobContext["fence"]) => Seat;
  /** Puts packages that a notebook names into its folder where they are missing; answers a warning when it cannot. */
  readonly equip: (
    notebook: NotebookState,
    install: (watch: RunWatch) => Promise<unknown>,
    watch: RunWatch,
  ) => Promise<string | undefined>;
}

type OneCell = { readonly cellId: string; readonly timeoutMs?: number };
type Packages = { readonly dependencies: readonly string[] };
type Several = Omit<Parameters<Notebooks["runCells"]>[1], "notebookId">;

const RAN_TWICE =
  "The worker that ran this died, and it ran a second time in a fresh kernel: variables of earlier cells are gone.";
const INSTALLED_TWICE = "The worker that installed this died, and another one has done it again.";

/** The tasks of whoever has kernels. */
export function notebookTasks({ seatOf, equip }: NotebookTaskParts): Tasks {
  async function begin<W extends object>({ principal, handle, which }: NotebookPayload<W>, job: JobContext) {
    const { store, notebooks } = seatOf(principal, job.fence);
    const { notebookId } = which;
    const notebook = await store.notebook(notebookId);
    if (!notebook) throw new Failure("NOTEBOOK_NOT_FOUND", { notebookId });
    return { store, notebooks, notebook, desk: (handle === undefined ? {} : { handle }) satisfies Desk };
  }

  /** Whether cells of this job may have reached a network before: then they are not run again. */
  async function mayNotRepeat({ allowNet }: NotebookState, { takenOver, journal }: JobContext) {
    if (takenOver) return allowNet.length > 0 || journal?.recalled("net") === true;
    // On disk before the first cell runs, so that whoever takes over knows.
    if (allowNet.length > 0) await journal?.remember("net", async () => true);
    return false;
  }

  return {
    "notebook.run": followed(async (payload: NotebookPayload<OneCell>, job, watch) => {
      const { store, notebooks, notebook, desk } = await begin(payload, job);
      const { which } = payload;
      if (await mayNotRepeat(notebook, job)) return saveKilled(store, notebook, which.cellId, job);
      const install = (to: RunWatch) => installNamed(notebooks, desk, notebook.id, to);
      const lacks = await equip(notebook, install, watch);
      return warned(await notebooks.runCell(desk, which, watch), [job.takenOver ? RAN_TWICE : "", lacks]);
    }),
    "notebook.runAll": followed(async (payload: NotebookPayload<Several>, job, watch) => {
      const { store, notebooks, notebook, desk } = await begin(payload, job);
      const { which } = payload;
      if (await mayNotRepeat(notebook, job)) {
        const { ran, underWay, left } = await endedRuns(store, notebook, job);
        const killed = underWay ? [await saveKilled(store, notebook, underWay, job)] : [];
        const all = [...ran, ...killed];
        if (all.length === 0) throw new Failure("EXECUTION_FAILED", { reason: NOT_AGAIN });
        return { notebookId: notebook.id, ran: all, left };
      }
      const install = (to: RunWatch) => installNamed(notebooks, desk, notebook.id, to);
      const lacks = await equip(notebook, install, watch);
      const done = await notebooks.runCells(desk, which, watch);
      const [first, ...rest] = done.ran;
      if (!first) return done;
      return { ...done, ran: [warned(first, [job.takenOver ? RAN_TWICE : "", lacks]), ...rest] };
    }),
    "notebook.install": followed(async (payload: NotebookPayload<Packages>, job, watch) => {
      const { notebooks, desk } = await begin(payload, job);
      const done = await notebooks.install(desk, payload.which, watch);
      return job.takenOver ? { ...done, warning: joined([INSTALLED_TWICE, done.warning]) } : done;
    }),
  };
}

function installNamed(notebooks: Notebooks, desk: Desk, notebookId: string, watch: RunWatch) {
  return notebooks.install(desk, { notebookId, dependencies: [] }, watch);
}

/** A task that tells what is printed and each step; all of it before it ends. */
function followed<P>(
  work: (payload: P, job: JobContext, watch: RunWatch) => Promise<unknown>,
): (payload: P, job: JobContext) => Promise<unknown> {
  return async (payload, job) => {
    let cellId: string | undefined;
    const printed = paceOutput((output) => job.tell({ output, cellId } satisfies NotebookEvent));
    const onStep: RunWatch["onStep"] = (done, total, says, cell) => {
      printed.flush();
      cellId = cell;
      job.tell({ done, total, says, cellId } satisfies NotebookEvent);
    };
    try {
      return await work(payload, job, { signal: job.signal, onOutput: printed.add, onStep });
    } finally {
      printed.flush();
    }
  };
}

function warned(ran: RanCell, warnings: readonly (string | undefined)[]): RanCell {
  const warning = joined([...warnings, ran.warning]);
  return warning === "" ? ran : { ...ran, warning };
}

function joined(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== "").join(" ");
}
