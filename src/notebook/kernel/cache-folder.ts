import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const NAME = /^clew-deno-run-(\d+)-/;
/** A younger folder may belong to a host that this one cannot see, for example in another container. */
const OLD_MS = 24 * 60 * 60_000;

/** Creates the cache folder of one Deno process; its name contains the id of the host process. */
export function makeCacheFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, `clew-deno-run-${process.pid}-`));
}

/** Removes the folders of hosts that were killed. */
export async function sweepCacheFolders(parent: string, olderThanMs = OLD_MS): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const left = names.filter((name) => {
    const pid = NAME.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  for (const name of left) {
    const path = join(parent, name);
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (Date.now() - found.mtimeMs < olderThanMs) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
