import { Failure } from "../ledger/index.ts";
import type {
  Idempotency,
  NotebookState,
  NotebookStore,
  NotebookSummary,
} from "../notebook/notebook-store.ts";
import type { OwnerIds } from "./owner-ids.ts";

/** How many notebook ids are cached as owned by the principal. */
const REMEMBERED = 1_000;

/** A principal's view of the notebooks in a store. Notebook ids are random, so they are not prefixed. */
export function ownedNotebooks(
  store: NotebookStore,
  owner: string,
  scoped: (idempotency: Idempotency | undefined) => Idempotency | undefined,
  ownClient: OwnerIds["ownClient"],
): Omit<NotebookStore, "handle" | "moveHandle" | "clientOpenings"> {
  /** Notebooks never change their owner and are never deleted, so one lookup each is enough. */
  const mine = new Set<string>();

  function seen(notebook: NotebookState | undefined): NotebookState | undefined {
    if (notebook?.owner !== owner) return undefined;
    if (mine.size >= REMEMBERED) mine.clear();
    mine.add(notebook.id);
    return withoutOwner(notebook);
  }
  const isMine = async (id: string): Promise<boolean> =>
    mine.has(id) || seen(await store.notebook(id)) !== undefined;

  async function onMine<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (!(await isMine(id))) throw new Failure("NOTEBOOK_NOT_FOUND", { notebookId: id });
    return work();
  }

  return {
    createNotebook: async (wanted, idempotency) =>
      withoutOwner(
        await store.createNotebook({ ...wanted, ...ownClient(wanted), owner }, scoped(idempotency)),
      ),
    notebook: async (id) => seen(await store.notebook(id)),
    notebooks: async (filter) => (await store.notebooks({ ...filter, owner })).map(withoutOwner),
    changeNotebook: (id, changes, guard) =>
      onMine(id, async () => withoutOwner(await store.changeNotebook(id, changes, guard))),
    addCell: (id, cell, idempotency) => onMine(id, () => store.addCell(id, cell, scoped(idempotency))),
    updateCell: (id, cellId, changes, { idempotency, ...guard } = {}) => {
      const key = scoped(idempotency);
      return onMine(id, () =>
        store.updateCell(id, cellId, changes, { ...guard, ...(key && { idempotency: key }) }),
      );
    },
    removeCell: (id, cellId, expectedVersion) =>
      onMine(id, () => store.removeCell(id, cellId, expectedVersion)),
    saveRun: (id, cellId, run, of) => onMine(id, () => store.saveRun(id, cellId, run, of)),
    cellRun: async (id, cellId) => ((await isMine(id)) ? store.cellRun(id, cellId) : undefined),
    cellRuns: async (id) => ((await isMine(id)) ? store.cellRuns(id) : new Map()),
  };
}

const withoutOwner = <T extends NotebookSummary>({ owner: _, ...notebook }: T) => notebook;
