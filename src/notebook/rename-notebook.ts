import { Failure, oneLine } from "../ledger/index.ts";
import { findNotebook } from "./find-notebook.ts";
import type { Notebooks } from "./notebooks.ts";
import type { Shelf } from "./shelf.ts";

/** Giving notebooks other titles. */
export function createRenaming(shelf: Shelf): Pick<Notebooks, "rename"> {
  return {
    async rename(desk, { notebookId, title, expectedTitle }) {
      const { id } = await findNotebook(shelf, desk, notebookId);
      const line = oneLine(title);
      if (line === "") throw new Failure("INVALID_ARGUMENT", { problem: "title is empty. Send some words." });
      return shelf.changeNotebook(
        id,
        { title: line },
        { ...(expectedTitle !== undefined && { expectedTitle }) },
      );
    },
  };
}
