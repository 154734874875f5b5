import { Failure } from "../ledger/index.ts";
import type { CodeCell } from "./cell.ts";
import type { CellState, NotebookState, NotebookStore } from "./notebook-store.ts";
import type { NotebookCaller } from "./notebooks.ts";

/** The current state of a cell that runs. */
export type CodeCellState = CellState & CodeCell;

/** How many notebooks an error lists. */
const OFFERED = 10;

/**
 * Finds the named notebook, or the last one that this handle used, and remembers it as the last used. A caller without
 * a handle must name it.
 */
export async function findNotebook(
  store: NotebookStore,
  caller: NotebookCaller,
  named?: string,
): Promise<NotebookState> {
  const { handle } = caller;
  const last = handle === undefined ? undefined : (await store.handle(handle)).notebookId;
  const id = named?.trim() || last;
  if (id === undefined) throw await notNamed(store, caller);
  const notebook = await store.notebook(id);
  if (!notebook) throw new Failure("NOTEBOOK_NOT_FOUND", { notebookId: short(id) });
  if (handle !== undefined && id !== last) await store.moveHandle(handle, { notebookId: id });
  return notebook;
}

async function notNamed(store: NotebookStore, { handle, client }: NotebookCaller): Promise<Failure> {
  if (handle !== undefined || client === undefined) return new Failure("NOTEBOOK_NOT_FOUND", {});
  const ids = await store.clientOpenings(client, "notebook", OFFERED);
  return new Failure("HANDLE_REQUIRED", {
    operation: "This operation",
    argument: "notebookId",
    ids: ids.join(", "),
  });
}

/** The folder that this caller's files must stay in, if it has bound one. */
export async function boundRoot(
  store: NotebookStore,
  { handle }: NotebookCaller,
): Promise<string | undefined> {
  return handle === undefined ? undefined : (await store.handle(handle)).root;
}

/** The cell with this id, or the code cell with this file name. */
export function findCell({ cells }: NotebookState, named: string): CellState {
  const name = named.trim();
  const cell =
    cells.find(({ id }) => id === name) ??
    cells.find((one) => one.kind === "code" && (one.filename === name || one.filename === named));
  if (cell) return cell;
  throw new Failure("CELL_NOT_FOUND", { cellId: short(name), existing: listed(cells) });
}

const MOST_LISTED = 50;

function listed(cells: readonly CellState[]): string {
  const names = cells
    .slice(0, MOST_LISTED)
    .map((cell) => (cell.kind === "code" ? `${cell.id} (${short(cell.filename)})` : cell.id));
  const more = cells.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}
