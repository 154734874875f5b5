import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder that is removed when it is disposed of. */
export interface TemporaryFolder extends Disposable {
  readonly path: string;
}

const left = new Set<string>();
process.once("exit", () => left.forEach(remove));

/** Creates a folder for one test or one file of tests; it is removed when the process ends, at the latest. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), "clew-e2e-"));
  left.add(path);
  return {
    path,
    [Symbol.dispose]() {
      remove(path);
      left.delete(path);
    },
  };
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
