import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import { type FileMark, replaceFile } from "../files/replace-file.ts";
import { isPlainFilename } from "./filename.ts";
import type { NotebookState } from "./notebook-store.ts";

/** A file as this process wrote it. */
interface Written extends FileMark {
  /** The text or version that it was written from. */
  readonly of: string;
}

/** Keeps a notebook's code cells and its package.json as files in its folder, so that cells can import each other. */
export interface CellFiles {
  /**
   * Writes files that are missing or differ from the last write of this process, and removes those of removed cells.
   */
  write(folder: string, notebook: NotebookState): Promise<void>;
}

/** The written files, by folder. */
export function createCellFiles(): CellFiles {
  const folders = new Map<string, Map<string, Written>>();
  return {
    async write(folder, notebook) {
      const written = folders.get(folder) ?? new Map<string, Written>();
      folders.set(folder, written);
      const wanted = wantedFiles(notebook);
      const kept = await untouched(folder, written);
      for (const [name, { of, text }] of wanted)
        if (!kept.has(name) || written.get(name)!.of !== of)
          written.set(name, { of, ...(await replaceFile(folder, name, text)) });
      for (const name of [...written.keys()].filter((one) => !wanted.has(one))) {
        written.delete(name);
        // A file that a cell has written in the meantime belongs to the cell.
        if (kept.has(name)) await rm(join(folder, name), { force: true });
      }
    },
  };
}

interface WantedFile {
  readonly of: string;
  readonly text: string;
}

/** The files of a notebook by name; the version of a cell identifies its text. */
function wantedFiles({ cells, packageJson }: NotebookState): ReadonlyMap<string, WantedFile> {
  const wanted = new Map<string, WantedFile>();
  for (const cell of cells)
    if (cell.kind === "code" && isPlainFilename(cell.filename))
      wanted.set(cell.filename, { of: `${cell.id} ${cell.version}`, text: cell.content });
  if (packageJson !== undefined) wanted.set("package.json", { of: packageJson, text: packageJson });
  return wanted;
}

/** The names of the files that are still as this process wrote them. */
async function untouched(
  folder: string,
  written: ReadonlyMap<string, Written>,
): Promise<ReadonlySet<string>> {
  const names = [...written].map(async ([name, { ino, mtimeNs }]) => {
    const now = await lstat(join(folder, name), { bigint: true }).catch(() => undefined);
    return now?.ino === ino && now.mtimeNs === mtimeNs ? [name] : [];
  });
  return new Set((await Promise.all(names)).flat());
}
