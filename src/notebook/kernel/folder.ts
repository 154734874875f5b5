import type { Dirent, Stats } from "node:fs";
import { lstat, readdir, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";

const PACKAGES = "node_modules";
const AT_ONCE = 64;

/** The real path of a notebook's folder; refuses a folder that a process could escape from. */
export async function checkedFolder(folder: string): Promise<string> {
  const root = await readable(realpath(folder));
  // Deno treats a comma in a permission as the end of a path.
  if (root.includes(",")) throw new Error("The path of a notebook's folder must not contain a comma.");
  await checkLinks(root, { packages: true });
  return root;
}

/**
 * Refuses a folder with links that lead out of it. A symbolic link may only point to something beside or below it, so
 * that its target stays inside wherever a cell moves the link. All names of a file must be in the folder. Cells cannot
 * write to packages, so packages are not checked each time if no other files of the host are reachable.
 */
export async function checkLinks(root: string, { packages }: { readonly packages: boolean }): Promise<void> {
  const shared = new Map<string, { readonly stats: Stats; readonly name: string; seen: number }>();
  const folders = [root];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const isPackages = next === join(root, PACKAGES);
    if (isPackages && !packages) continue;
    const entries = await readable(readdir(next, { withFileTypes: true }), next !== root);
    for (const entry of entries) {
      if (entry.isDirectory()) folders.push(join(next, entry.name));
      else if (entry.isSymbolicLink()) await checkLink(entry);
    }
    if (next.startsWith(join(root, PACKAGES))) continue;
    const files = entries.filter((entry) => entry.isFile());
    for (let at = 0; at < files.length; at += AT_ONCE)
      for (const [index, stats] of (await Promise.all(files.slice(at, at + AT_ONCE).map(statOf))).entries()) {
        if (stats === undefined || stats.nlink < 2) continue;
        const key = `${stats.dev}:${stats.ino}`;
        const known = shared.get(key) ?? { stats, name: files[at + index]!.name, seen: 0 };
        known.seen += 1;
        shared.set(key, known);
      }
  }
  for (const { stats, name, seen } of shared.values())
    if (seen < stats.nlink)
      throw new Error(
        `The notebook's folder has a file that is also outside of it, by a hard link: ${name}. Delete it, or copy it instead.`,
      );
}

async function checkLink(link: Dirent): Promise<void> {
  const target = await readlink(join(link.parentPath, link.name)).catch(() => "");
  if (target !== "" && !target.startsWith("/") && !target.split("/").includes("..")) return;
  throw new Error(
    `The notebook's folder has a link that could lead out of it: ${link.name}. Delete it: links may point only to files beside or below them.`,
  );
}

function statOf(entry: Dirent): Promise<Stats | undefined> {
  return lstat(join(entry.parentPath, entry.name)).catch(() => undefined);
}

/** The system's error message would contain this machine's path. */
async function readable<T>(found: Promise<T>, mayBeGone = false): Promise<T> {
  return found.catch(({ code }: NodeJS.ErrnoException) => {
    if (mayBeGone && code === "ENOENT") return [] as T;
    throw new Error(`The notebook's folder cannot be read (${code}).`);
  });
}
