import { readdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";

/** The real path of a notebook's folder; refuses one that a process could get out of. */
export async function checkedFolder(folder: string): Promise<string> {
  const root = await readable(realpath(folder));
  // Deno takes a comma in a permission as the end of one path.
  if (root.includes(",")) throw new Error("A notebook's folder may have no comma in its path.");
  for (const entry of await readable(readdir(root, { recursive: true, withFileTypes: true }))) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(entry.parentPath, entry.name);
    const target = await realpath(link).catch(() => undefined);
    // Deno follows links that are already there; one that leads nowhere may lead somewhere later.
    if (target === undefined || !(target === root || target.startsWith(root + sep)))
      throw new Error(`The notebook's folder has a link that leads out of it: ${entry.name}`);
  }
  return root;
}

/** The system's own words would tell this machine's path. */
async function readable<T>(found: Promise<T>): Promise<T> {
  return found.catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`The notebook's folder cannot be read (${code}).`);
  });
}
