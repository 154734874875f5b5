import { execFile } from "node:child_process";
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const NAME = ".install-";
/** No install takes this long: the process that created such a folder was killed. */
const OLD_MS = 60 * 60_000;

/** Creates a work folder for one install, and removes those of killed processes. */
export async function makeWorkFolder(parent: string): Promise<string> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(NAME));
  for (const path of names.map((name) => join(parent, name))) {
    const found = await lstat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > OLD_MS) await removeFolder(path).catch(() => {});
  }
  return mkdtemp(join(parent, NAME));
}

/** Removes a folder, whatever an installer has created in it. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    // For paths that are too long for this process, and locked folders: these programs descend step by step.
    const script = 'chmod -R u+rwX -- "$0"; rm -rf -- "$0"';
    await new Promise<void>((resolve, reject) =>
      execFile("/bin/sh", ["-c", script, path], { env: {} }, (error) =>
        error ? reject(new Error("The work folder of an install cannot be removed.")) : resolve(),
      ),
    );
  }
}
