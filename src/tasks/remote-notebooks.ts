import type { Jobs } from "../jobs/jobs.ts";
import { Failure } from "../ledger/index.ts";
import type { Principal } from "../ledger/principal.ts";
import { findCell, findNotebook } from "../notebook/find-notebook.ts";
import type { NotebookStore } from "../notebook/notebook-store.ts";
import type { CellRunObserver, Notebooks } from "../notebook/notebooks.ts";
import { override } from "../primitives/lazy.ts";
import { type NotebookEvent, type NotebookPayload, RUN_TASKS, type RunTask } from "./notebook-tasks.ts";

/** The same notebooks, with cells run as jobs on the owner worker of each notebook, which has its variables. */
export function remoteNotebooks(
  local: Notebooks,
  store: NotebookStore,
  jobs: Pick<Jobs, "run" | "interrupt" | "inFlight">,
  principal: Principal | undefined,
): Notebooks {
  async function run<T>(task: RunTask, id: string, payload: object, watch: CellRunObserver): Promise<T> {
    try {
      const { value, takenOver } = await jobs.run({
        task,
        payload: { ...payload, principal } as NotebookPayload,
        ownerKey: id,
        signal: watch.signal,
        onEvent: (event) => forward(event as NotebookEvent, watch),
      });
      if (takenOver) watch.onTakenOver?.();
      return value as T;
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "CANCELLED") throw error;
      throw new Failure("EXECUTION_FAILED", { reason: "The run was cancelled before it started." });
    }
  }

  return override(local, {
    async runCell(caller, { notebookId, cellId, timeoutMs }, watch = {}) {
      const notebook = await findNotebook(store, caller, notebookId);
      const { id } = notebook;
      const which = { notebookId: id, cellId: findCell(notebook, cellId).id, timeoutMs };
      return run("notebook.run", id, { handle: caller.handle, which }, watch);
    },
    async runCells(caller, which, watch = {}) {
      const { id } = await findNotebook(store, caller, which.notebookId);
      return run(
        "notebook.runAll",
        id,
        { handle: caller.handle, which: { ...which, notebookId: id } },
        watch,
      );
    },
    async install(caller, order, watch = {}) {
      const { id } = await findNotebook(store, caller, order.notebookId);
      const which = { ...order, notebookId: id };
      return run("notebook.install", id, { handle: caller.handle, which }, watch);
    },
    async interrupt(caller, notebookId) {
      const { id } = await findNotebook(store, caller, notebookId);
      return { notebookId: id, interrupted: await jobs.interrupt(id, RUN_TASKS) };
    },
    async running(notebookId) {
      const cells = (await jobs.inFlight(notebookId)).flatMap(({ payload, lastEvent }) => {
        const { cellId = (lastEvent as NotebookEvent | undefined)?.cellId } = (payload as NotebookPayload)
          .which as { readonly cellId?: string };
        return cellId ?? [];
      });
      return [...new Set(cells)];
    },
  });
}

function forward(event: NotebookEvent, { onOutput, onStep }: CellRunObserver): void {
  if ("output" in event) onOutput?.(event.output);
  else onStep?.(event.done, event.total, event.message, event.cellId);
}
