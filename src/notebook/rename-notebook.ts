import { Failure, oneLine } from "../ledger/index.ts";
import { findNotebook } from "./find-notebook.ts";
import type { NotebookStore } from "./notebook-store.ts";
import type { Notebooks } from "./notebooks.ts";

/** Changes titles of notebooks. */
export function createRenaming(store: NotebookStore): Pick<Notebooks, "rename"> {
  return {
    async rename(caller, { notebookId, title, expectedTitle }) {
      const { id } = await findNotebook(store, caller, notebookId);
      const line = oneLine(title);
      if (line === "") throw new Failure("INVALID_ARGUMENT", { problem: "title is empty. Send some words." });
      return store.changeNotebook(id, { title: line }, { expectedTitle });
    },
  };
}
