import { Failure } from "../ledger/index.ts";
import { missingPackages } from "../notebook/packages/missing.ts";
import type { NotebookTaskParts } from "./notebook-tasks.ts";

/** So many notebooks are remembered as equipped; looking again costs a few files read. */
const REMEMBERED = 1_000;

/** Makes what gives a notebook its packages before it first runs in this process, in the folder that it has here. */
export function createEquipping(folderOf: (notebookId: string) => string): NotebookTaskParts["equip"] {
  const equipped = new Map<string, string>();
  return async ({ id, packageJson }, install, watch) => {
    if (packageJson === undefined || equipped.get(id) === packageJson) return undefined;
    if (equipped.size >= REMEMBERED) equipped.clear();
    equipped.set(id, packageJson);
    const missing = await missingPackages(folderOf(id), packageJson);
    if (missing.length === 0) return undefined;
    try {
      await install(watch);
      return undefined;
    } catch (error) {
      // Whoever cancelled it does not speak for the next run.
      if (watch.signal?.aborted) equipped.delete(id);
      if (!(error instanceof Failure)) throw error;
      return `This worker does not have ${missing.join(", ")}, which the notebook's package.json names. ${error.message}`;
    }
  };
}
