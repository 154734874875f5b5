import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CodeCell } from "../../notebook/cell.ts";
import { isPlainFilename } from "../../notebook/filename.ts";
import { atExit } from "../../notebook/kernel/at-exit.ts";

/** A folder for one run; it is gone afterwards, however the command ends. */
export interface Workshop extends Disposable {
  readonly folder: string;
  /** Puts the cells there as files, so that they can import one another. */
  fill(cells: readonly CodeCell[]): void;
}

/** Makes the folder that a file's cells run in. */
export function openWorkshop(): Workshop {
  const root = mkdtempSync(join(tmpdir(), "clew-run-"));
  // Packages are put together beside the folder, and go with it.
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

/** Removes whatever cells have made of the folder; one that is still at work does not reach it under another name. */
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
      // The system's own broom has to do it.
    }
  }
}

/** A cell may have taken away the right to look into its folders. */
function unlock(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) unlock(join(folder, entry.name));
}
