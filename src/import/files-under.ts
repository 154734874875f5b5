import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pace } from "../ledger/index.ts";
import type { Skips } from "./transcript.ts";

/** Paths of files, as {@link filesUnder} finds them. */
export type Files = AsyncIterable<string> | Iterable<string>;

const DEEPEST = 12;

/**
 * The regular files under a folder, by name. Links are not followed; they and folders that cannot be read are counted.
 * Folders of dependencies and version control are not searched.
 */
export async function* filesUnder(folder: string, skips?: Skips, depth = 0): AsyncGenerator<string> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") skips?.add("unreadable folder");
    return;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    await pace();
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isSymbolicLink()) skips?.add("symbolic link");
    else if (!entry.isDirectory()) skips?.add("not a regular file");
    else if (depth < DEEPEST && entry.name !== "node_modules" && entry.name !== ".git")
      yield* filesUnder(path, skips, depth + 1);
  }
}
