import type { Dirent, Stats } from "node:fs";
import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../ledger/index.ts";
import type { Usage } from "./install-limits.ts";
import { removeFolder } from "./work-folder.ts";

const AT_ONCE = 64;
/** Far deeper than packages are; the same folder may have a longer path on the host than in the installer. */
const MAX_PATH = 1_024;
/** Mode bits that let other users write, or that change who runs a file. */
const ODD_MODE = 0o7022;

/** Counts files, folders and bytes until a limit is exceeded; files may appear and disappear meanwhile. */
export async function measure(folder: string, most: Usage): Promise<Usage> {
  const meter = createMeter(most);
  await walk(folder, async ({ stats }) => meter.add(stats));
  return meter.used;
}

/**
 * Makes a folder of packages safe for a notebook: removes links, and modes that only the owner should set. Throws if it
 * contains special files, or files that also exist elsewhere. Nothing may write to it meanwhile. Returns its size, or
 * that it exceeds the limits.
 */
export async function tidyPackages(folder: string, most: Usage): Promise<Usage> {
  if (!(await lstat(folder).catch(() => undefined))?.isDirectory())
    throw unfit("the registry sent no usable package.");
  // The installer's own files.
  for (const name of [".bin", ".deno"]) await removeFolder(join(folder, name));
  const meter = createMeter(most);
  const isWhole = await walk(folder, async ({ path, stats }) => {
    if (stats.isSymbolicLink()) {
      await rm(path);
      return true;
    }
    if (!stats.isFile() && !stats.isDirectory())
      throw unfit("a package holds something that is neither a file nor a folder.");
    await setMode(path, stats);
    return meter.add(stats);
  });
  if (isWhole && meter.hasOutsideLinks()) throw unfit("a package holds a hard link to a file elsewhere.");
  return meter.used;
}

async function setMode(path: string, stats: Stats): Promise<void> {
  const mode = stats.mode & 0o7777;
  const owner = stats.isDirectory() ? 0o700 : 0o600;
  if ((mode & ODD_MODE) !== 0 || (mode & owner) !== owner) await chmod(path, (mode & 0o755) | 0o044 | owner);
}

/** Why packages are refused; the caller can request others. */
function unfit(reason: string): Failure {
  return new Failure("INSTALL_FAILED", { reason: `${reason} Ask for another package or version.` });
}

/** Counts each file once, however many names it has. */
function createMeter(most: Usage) {
  const used = { bytes: 0, files: 0 };
  /** The names of a file that were not seen yet. */
  const unseen = new Map<string, number>();
  return {
    used,
    /** Returns whether the limits are kept. */
    add(stats: Stats): boolean {
      if (stats.isFile() && stats.nlink > 1) {
        const id = `${stats.dev}:${stats.ino}`;
        const left = unseen.get(id);
        unseen.set(id, (left ?? stats.nlink) - 1);
        if (left !== undefined) return true;
      }
      used.files += 1;
      used.bytes += Math.max(stats.size, stats.blocks * 512);
      return used.files <= most.files && used.bytes <= most.bytes;
    },
    hasOutsideLinks: () => [...unseen.values()].some((left) => left > 0),
  };
}

interface Found {
  readonly path: string;
  readonly stats: Stats;
}

/**
 * Visits everything below a folder, folders before their contents, without following links, until a visit returns
 * false. Returns whether none did.
 */
async function walk(folder: string, visit: (found: Found) => Promise<boolean>): Promise<boolean> {
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    if (next.length - folder.length > MAX_PATH) throw unfit("a package holds a path that is too long.");
    const entries = (await unlessGone(readdir(next, { withFileTypes: true }))) ?? [];
    for (let at = 0; at < entries.length; at += AT_ONCE) {
      const found = await Promise.all(entries.slice(at, at + AT_ONCE).map((entry) => look(entry)));
      for (const one of found) {
        if (one === undefined) continue;
        if (!(await visit(one))) return false;
        if (one.stats.isDirectory()) folders.push(one.path);
      }
    }
  }
  return true;
}

async function look({ parentPath, name }: Dirent): Promise<Found | undefined> {
  const path = join(parentPath, name);
  const stats = await unlessGone(lstat(path));
  return stats && { path, stats };
}

async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw unfit(`the files of a package cannot be read (${code}).`);
  }
}
