import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { QuoteEraser } from "./erase-quotes.ts";

/** Larger files are deleted instead of changed if they have the text. */
const LARGEST = 64 * 1024 * 1024;

/** What is erased from exported files. */
export interface ErasedExport {
  readonly eraser: QuoteEraser;
  /** Whether the folder has files of others too. */
  readonly isShared: boolean;
  /** The ids of the erased thoughts, which are unique. */
  readonly ids: ReadonlySet<string>;
  readonly sessionId: string;
  /** The whole session is erased: its files are deleted. */
  readonly whole?: boolean;
}

/**
 * Erases thoughts from the files in `exports` of the data home. A file belongs to a thought if it has the thought's id.
 * Formats without ids are recognized by their text, but not in a folder with files of others: nobody must reach another's
 * file by quoting it.
 */
export async function eraseExports(home: string, erased: ErasedExport): Promise<number> {
  if (home === "") return 0;
  let changed = 0;
  const folder = join(home, "exports");
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names) {
    const file = join(folder, name);
    const facts = await stat(file).catch(() => undefined);
    if (!facts?.isFile()) continue;
    if (await eraseFrom(file, facts.size, erased)) changed++;
  }
  return changed;
}

async function eraseFrom(
  file: string,
  size: number,
  { eraser, isShared, ids, sessionId, whole = false }: ErasedExport,
): Promise<boolean> {
  if (size > LARGEST) return false;
  const text = await readFile(file, "utf8");
  const isLinked =
    [...ids].some((id) => text.includes(id)) || (isOwnId(sessionId) && text.includes(sessionId));
  if (!isLinked && isShared) return false;
  if (isLinked && whole) {
    await rm(file, { force: true });
    return true;
  }
  const cleaned = await eraser.clean(text);
  if (cleaned === text) return false;
  // Only JSON keeps its shape without the text.
  if (!file.endsWith(".json")) await rm(file, { force: true });
  else {
    await writeFile(`${file}.part`, cleaned, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }
  return true;
}

/** Whether an id has the prefix of a principal, which makes it unique. */
const isOwnId = (id: string): boolean => /^p\d{15}-/.test(id);
