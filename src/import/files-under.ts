import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pace } from "../ledger/index.ts";

const DEEPEST = 12;

/**
 * The files under a folder, by name, without following links. A folder that cannot be read has none. Folders of
 * dependencies and version control are not searched.
 */
export async function* filesUnder(folder: string, depth = 0): AsyncGenerator<string> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    return;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    await pace();
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && depth < DEEPEST && entry.name !== "node_modules" && entry.name !== ".git")
      yield* filesUnder(path, depth + 1);
  }
}
