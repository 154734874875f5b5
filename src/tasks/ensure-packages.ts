import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../ledger/index.ts";
import { dependenciesOf } from "../notebook/package-json.ts";
import { isRegistryName } from "../notebook/packages/requested-packages.ts";
import { BoundedMap } from "../primitives/bounded-map.ts";
import type { NotebookTaskParts } from "./notebook-tasks.ts";

/** How many notebooks to remember; checking one again reads a few files. */
const MAX_REMEMBERED = 1_000;

/** Creates the function that installs a notebook's packages before it first runs in this process. */
export function createEnsurePackages(
  folderOf: (notebookId: string) => string,
): NotebookTaskParts["ensurePackages"] {
  const checked = new BoundedMap<string, string>(MAX_REMEMBERED, "insertion");
  return async ({ id, packageJson }, install, watch) => {
    if (packageJson === undefined || checked.get(id) === packageJson) return undefined;
    checked.set(id, packageJson);
    const missing = await missingPackages(folderOf(id), packageJson);
    if (missing.length === 0) return undefined;
    try {
      await install(watch);
      return undefined;
    } catch (error) {
      // The next run must try again after a cancelled install.
      if (watch.signal?.aborted) checked.delete(id);
      if (!(error instanceof Failure)) throw error;
      return `This worker does not have ${missing.join(", ")} from the notebook's package.json. ${error.message}`;
    }
  };
}

/**
 * The dependencies of a notebook that are missing in its folder, or have another version than an exact one that is
 * listed.
 */
async function missingPackages(folder: string, packageJson: string | undefined): Promise<string[]> {
  const named = Object.entries(dependenciesOf(packageJson)).filter(([name]) => isRegistryName(name));
  const missing = await Promise.all(
    named.map(async ([name, wanted]) => {
      const found = await versionIn(join(folder, "node_modules", name));
      return found !== undefined && (found === wanted || !EXACT.test(wanted)) ? [] : [name];
    }),
  );
  return missing.flat();
}

const EXACT = /^\d+\.\d+\.\d+/;

async function versionIn(folder: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, "package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}
