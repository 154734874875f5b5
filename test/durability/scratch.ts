import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder that is removed with the test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-durability-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file of a folder with its bytes, to show that nothing was changed. */
export function bytesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder).sort();
  return Object.fromEntries(entries.map((name) => [name, readFileSync(join(folder, name), "latin1")]));
}
