import { Failure } from "../ledger/index.ts";
import type {
  Idempotency,
  NotebookState,
  NotebookStore,
  NotebookSummary,
} from "../notebook/notebook-store.ts";
import type { OwnerIds } from "./owner-ids.ts";

/** How many notebooks are remembered as the principal's, so that each call need not look. */
const REMEMBERED = 1_000;

/** A principal's view of the notebooks of a store; their ids are made by chance and stay as they are. */
export function ownedNotebooks(
  store: NotebookStore,
  owner: string,
  scoped: (idempotency: Idempotency | undefined) => Idempotency | undefined,
  ownClient: OwnerIds["ownClient"],
): Omit<NotebookStore, "handle" | "moveHandle" | "clientPlaces"> {
  /** A notebook is never another's later, and never goes. */
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
