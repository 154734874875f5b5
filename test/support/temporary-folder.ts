import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder that goes away when it is disposed of. */
export interface TemporaryFolder extends Disposable {
  readonly path: string;
}

/** Makes a folder for one test or one file of tests. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), "clew-e2e-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
