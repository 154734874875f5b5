import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Takes every link out of a folder of packages, and what the installer keeps there for itself. */
export async function removeLinks(folder: string): Promise<void> {
  for (const name of [".bin", ".deno"]) await rm(join(folder, name), { recursive: true, force: true });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isSymbolicLink()) await rm(join(entry.parentPath, entry.name));
}
