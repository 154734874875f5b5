import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const NAME = ".install-";
/** No install takes so long: whoever made such a folder was killed. */
const OLD_MS = 60 * 60_000;

/** Makes a folder for one install to work in, and removes those that killed processes have left there. */
export async function makeWorkFolder(parent: string): Promise<string> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(NAME));
  for (const path of names.map((name) => join(parent, name))) {
    const found = await lstat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > OLD_MS)
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
  return mkdtemp(join(parent, NAME));
}
