import { addCell, getCell, listCells, removeCell, updateCell } from "./cell-operations.ts";
import { create, exportNotebook, list, load } from "./notebook-operations.ts";
import type { NotebookOperation } from "./operation.ts";
import { installDeps, interrupt, restart, runAll, runCell, runStale } from "./run-operations.ts";

/** Every operation on notebooks: those of the compatible tools first, then the additional ones. */
export const notebookOperations: readonly NotebookOperation[] = [
  create,
  list,
  load,
  addCell,
  updateCell,
  runCell,
  installDeps,
  listCells,
  getCell,
  exportNotebook,
  runAll,
  runStale,
  interrupt,
  restart,
  removeCell,
];
