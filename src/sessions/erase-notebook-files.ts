import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pace } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import type { QuoteEraser } from "./erase-quotes.ts";

const PAGE = 1_000;
/** Larger files are left: cells and what they write as text are smaller. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Deletes files in the folders of an owner's notebooks that quote erased thoughts: copies of cells, which the next run
 * writes again, and what cells wrote. Installed packages are left out.
 */
export async function eraseNotebookFiles(
  store: Store,
  dataHome: string,
  eraser: QuoteEraser,
  owner: string | undefined,
): Promise<number> {
  if (dataHome === "") return 0;
  let deleted = 0;
  for await (const id of notebookIds(store, owner)) {
    const folder = join(dataHome, "notebooks", id);
    for (const file of await filesIn(folder)) {
      await pace();
      const text = await readFile(file, "utf8").catch(() => "");
      if (text === "" || (await eraser.clean(text, { keepsWords: true })) === text) continue;
      await rm(file, { force: true });
      deleted++;
    }
  }
  return deleted;
}

async function* notebookIds(store: Store, owner: string | undefined): AsyncGenerator<string> {
  for (let after: readonly (string | number)[] | undefined; ; ) {
    const rows = await store.textRows("notebook", { owner, limit: PAGE, ...(after && { after }) });
    for (const { key } of rows) yield String(key[0]);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.key;
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules") files.push(...(await filesIn(path)));
    if (entry.isFile() && ((await stat(path).catch(() => undefined))?.size ?? 0) <= LARGEST) files.push(path);
  }
  return files;
}
