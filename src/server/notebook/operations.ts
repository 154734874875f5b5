import { addCell } from "./add-cell.ts";
import { create } from "./create.ts";
import { exportNotebook } from "./export.ts";
import { getCell } from "./get-cell.ts";
import { installDeps } from "./install-deps.ts";
import { interrupt } from "./interrupt.ts";
import { list } from "./list.ts";
import { listCells } from "./list-cells.ts";
import { load } from "./load.ts";
import type { NotebookOperation } from "./operation.ts";
import { removeCell } from "./remove-cell.ts";
import { restart } from "./restart.ts";
import { runAll } from "./run-all.ts";
import { runCell } from "./run-cell.ts";
import { runStale } from "./run-stale.ts";
import { updateCell } from "./update-cell.ts";

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
