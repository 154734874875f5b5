import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { findCell } from "../../notebook/find-notebook.ts";
import type { NotebookState } from "../../notebook/notebook-store.ts";
import type { NotebookCaller } from "../../notebook/notebooks.ts";
import type { Store } from "../../store/port.ts";

/** The caller under which the page's own notebook operations are recorded. */
export const PAGE_CALLER: NotebookCaller = { handle: "page:notebooks" };

/** The variable of every path below a notebook. */
export const notebookPath = z.object({ id: z.string().describe("the notebook's id") });

/** The variables of every path below a cell. */
export const cellPath = notebookPath.extend({ cell: z.string().describe("the cell's id") });

/** The notebook of this id. */
export async function needNotebook(store: Pick<Store, "notebook">, id: string): Promise<NotebookState> {
  const found = await store.notebook(id);
  if (!found) throw new Failure("NOTEBOOK_NOT_FOUND", { notebookId: id.slice(0, 100).toWellFormed() });
  return found;
}

/** A cell of a notebook. */
export async function needCell(store: Pick<Store, "notebook">, params: z.output<typeof cellPath>) {
  return findCell(await needNotebook(store, params.id), params.cell);
}
