import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CodeCell } from "../../notebook/cell.ts";
import { isPlainFilename } from "../../notebook/filename.ts";
import { atExit } from "../../notebook/kernel/at-exit.ts";

/** A temporary folder for one run, removed however the command ends. */
export interface RunFolder extends Disposable {
  readonly folder: string;
  /** Writes the cells as files, so that they can import one another. */
  fill(cells: readonly CodeCell[]): void;
}

/** Makes the folder that a file's cells run in. */
export function openRunFolder(): RunFolder {
  const root = mkdtempSync(join(tmpdir(), "clew-run-"));
  // Packages are assembled beside the folder and removed with it.
  const folder = join(root, "notebook");
  mkdirSync(folder);
  const forget = atExit(() => remove(root));
  return {
    folder,
    fill(cells) {
      for (const { filename, content } of cells)
        if (isPlainFilename(filename)) writeFileSync(join(folder, filename), content);
    },
    [Symbol.dispose]() {
      forget();
      remove(root);
    },
  };
}

/** Removes the folder. It is renamed first, so that a cell that still runs cannot reach it. */
function remove(folder: string): void {
  const closed = `${folder}.closed`;
  try {
    renameSync(folder, closed);
    rmSync(closed, { recursive: true, force: true });
  } catch {
    try {
      unlock(closed);
      rmSync(closed, { recursive: true, force: true });
    } catch {
      // If it cannot be removed, the system's cleanup of temporary files removes it later.
    }
  }
}

/** Restores permissions that a cell may have removed from its folders. */
function unlock(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) unlock(join(folder, entry.name));
}
