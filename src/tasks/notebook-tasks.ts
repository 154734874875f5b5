import type { JobContext, Tasks } from "../jobs/jobs.ts";
import { Failure } from "../ledger/index.ts";
import type { Principal } from "../ledger/principal.ts";
import type { NotebookState, NotebookStore } from "../notebook/notebook-store.ts";
import type { CellRunObserver, NotebookCaller, Notebooks, RanCell } from "../notebook/notebooks.ts";
import { interruptedRun, NOT_REPEATED, saveKilled } from "./killed-run.ts";
import { paceOutput } from "./paced-output.ts";

/** The tasks that run cells. */
export const RUN_TASKS = ["notebook.run", "notebook.runAll"] as const;

/** The tasks of notebooks. */
export type RunTask = (typeof RUN_TASKS)[number] | "notebook.install";

/** The payload of a notebook job. */
export interface NotebookPayload<W extends object = object> {
  readonly principal?: Principal;
  readonly handle?: string;
  readonly which: W & { readonly notebookId: string };
}

/** An event of a notebook job: output, or progress. */
export type NotebookEvent =
  | { readonly output: string; readonly cellId?: string | undefined }
  | {
      readonly done: number;
      readonly total: number;
      readonly message: string;
      readonly cellId?: string | undefined;
    };

/** A principal's notebooks on a worker. Writes of a job succeed only while the worker has the job. */
export interface WorkerContext {
  readonly store: NotebookStore;
  readonly notebooks: Notebooks;
}

/** The dependencies of notebook tasks. */
export interface NotebookTaskParts {
  readonly contextOf: (principal: Principal | undefined, fence: JobContext["fence"]) => WorkerContext;
  /** Installs missing packages of the notebook's package.json. Returns a warning if that fails. */
  readonly ensurePackages: (
    notebook: NotebookState,
    install: (watch: CellRunObserver) => Promise<unknown>,
    watch: CellRunObserver,
  ) => Promise<string | undefined>;
}

type OneCell = { readonly cellId: string; readonly timeoutMs?: number };
type Packages = { readonly dependencies: readonly string[] };
type Several = Omit<Parameters<Notebooks["runCells"]>[1], "notebookId">;

const RAN_TWICE =
  "The worker that ran this cell died, so it ran a second time in a fresh kernel. Variables of earlier cells are gone.";
const INSTALLED_TWICE = "The worker that installed this died, so another one installed it again.";

/** The tasks of a worker that has kernels. */
export function notebookTasks({ contextOf, ensurePackages }: NotebookTaskParts): Tasks {
  async function start<W extends object>({ principal, handle, which }: NotebookPayload<W>, job: JobContext) {
    const { store, notebooks } = contextOf(principal, job.fence);
    const { notebookId } = which;
    const notebook = await store.notebook(notebookId);
    if (!notebook) throw new Failure("NOTEBOOK_NOT_FOUND", { notebookId });
    return { store, notebooks, notebook, caller: { handle } satisfies NotebookCaller };
  }

  /** Whether an earlier attempt may have used the network: then cells are not repeated. */
  async function mayNotRepeat({ allowNet }: NotebookState, { takenOver, journal }: JobContext) {
    if (takenOver) return allowNet.length > 0 || journal?.recall("net") === true;
    // On disk before the first cell runs, for a worker that takes over.
    if (allowNet.length > 0) await journal?.remember("net", async () => true);
    return false;
  }

  return {
    "notebook.run": withEvents(async (payload: NotebookPayload<OneCell>, job, watch) => {
      const { store, notebooks, notebook, caller } = await start(payload, job);
      const { which } = payload;
      if (await mayNotRepeat(notebook, job)) return saveKilled(store, notebook, which.cellId, job);
      const install = (to: CellRunObserver) => installNamed(notebooks, caller, notebook.id, to);
      const warning = await ensurePackages(notebook, install, watch);
      return withWarnings(await notebooks.runCell(caller, which, watch), [
        job.takenOver ? RAN_TWICE : "",
        warning,
      ]);
    }),
    "notebook.runAll": withEvents(async (payload: NotebookPayload<Several>, job, watch) => {
      const { store, notebooks, notebook, caller } = await start(payload, job);
      const { which } = payload;
      if (await mayNotRepeat(notebook, job)) {
        const { ran, running, left } = await interruptedRun(store, notebook, job);
        const killed = running ? [await saveKilled(store, notebook, running, job)] : [];
        const all = [...ran, ...killed];
        if (all.length === 0) throw new Failure("EXECUTION_FAILED", { reason: NOT_REPEATED });
        return { notebookId: notebook.id, ran: all, left };
      }
      const install = (to: CellRunObserver) => installNamed(notebooks, caller, notebook.id, to);
      const warning = await ensurePackages(notebook, install, watch);
      const done = await notebooks.runCells(caller, which, watch);
      const [first, ...rest] = done.ran;
      if (!first) return done;
      return { ...done, ran: [withWarnings(first, [job.takenOver ? RAN_TWICE : "", warning]), ...rest] };
    }),
    "notebook.install": withEvents(async (payload: NotebookPayload<Packages>, job, watch) => {
      const { notebooks, caller } = await start(payload, job);
      const done = await notebooks.install(caller, payload.which, watch);
      return job.takenOver ? { ...done, warning: joinTexts([INSTALLED_TWICE, done.warning]) } : done;
    }),
  };
}

function installNamed(
  notebooks: Notebooks,
  caller: NotebookCaller,
  notebookId: string,
  watch: CellRunObserver,
) {
  return notebooks.install(caller, { notebookId, dependencies: [] }, watch);
}

/** A task that emits its output and progress. All events are sent before it ends. */
function withEvents<P>(
  work: (payload: P, job: JobContext, watch: CellRunObserver) => Promise<unknown>,
): (payload: P, job: JobContext) => Promise<unknown> {
  return async (payload, job) => {
    let cellId: string | undefined;
    const output = paceOutput((text) => job.emit({ output: text, cellId } satisfies NotebookEvent));
    const onStep: CellRunObserver["onStep"] = (done, total, message, cell) => {
      output.flush();
      cellId = cell;
      job.emit({ done, total, message, cellId } satisfies NotebookEvent);
    };
    try {
      return await work(payload, job, { signal: job.signal, onOutput: output.add, onStep });
    } finally {
      output.flush();
    }
  };
}

function withWarnings(ran: RanCell, warnings: readonly (string | undefined)[]): RanCell {
  const warning = joinTexts([...warnings, ran.warning]);
  return warning === "" ? ran : { ...ran, warning };
}

function joinTexts(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== "").join(" ");
}
