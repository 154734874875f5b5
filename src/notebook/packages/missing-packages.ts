import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dependenciesOf } from "../package-json.ts";
import { isRegistryName } from "./requested-packages.ts";

/**
 * The dependencies of a notebook that are missing in its folder, or have another version than an exact one that is
 * listed.
 */
export async function missingPackages(folder: string, packageJson: string | undefined): Promise<string[]> {
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
