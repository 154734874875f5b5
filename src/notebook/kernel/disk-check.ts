import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { KernelLimits } from "./limits.ts";
import { processTree } from "./process-tree.ts";

/** Limits on the files of a notebook. */
export interface Allowance extends Usage {
  /** The error after a limit was exceeded. */
  readonly warning?: string;
}

/** Checks the files of a notebook against its limits. */
export interface DiskCheck {
  /** The limits, or the current usage if that is more; from the last check if nothing has run since. */
  allowance(pid?: number): Promise<Allowance>;
  /** Checks now, including deleted files that this process has open. Returns the error if the limits are exceeded. */
  problem(allowed: Allowance, pid?: number): Promise<string | undefined>;
  /** A cell ran: starts the next check early. */
  changed(): void;
}

interface Usage {
  readonly bytes: number;
  readonly files: number;
}

const MB = 1024 * 1024;
const AT_ONCE = 64;

/** Creates the check of a notebook's folder. */
export function createDiskCheck(folder: string, { diskMb, files }: KernelLimits): DiskCheck {
  const limits: Usage = { bytes: diskMb * MB, files };
  const passed = (used: Usage): string | undefined => {
    if (used.files > files) return `the limit of ${files.toLocaleString("en-GB")} files`;
    return used.bytes > limits.bytes ? `the limit of ${diskMb} MB` : undefined;
  };
  let last: Promise<string | undefined> | undefined;
  const look = (most: Usage, pid?: number): Promise<Usage> => {
    const used = count(folder, most, pid);
    last = used.then(passed, (error: Error) => error.message);
    return used;
  };
  return {
    async allowance(pid) {
      // Files may have been deleted after an error.
      if (last !== undefined && (await last) === undefined) return limits;
      const used = await look(EVERYTHING, pid);
      const limit = passed(used);
      if (limit === undefined) return limits;
      const warning = `The notebook's files have passed ${limit}: delete some of them. Until then a cell that adds to them is killed.`;
      return { bytes: Math.max(used.bytes, limits.bytes), files: Math.max(used.files, files), warning };
    },
    async problem(allowed, pid) {
      try {
        const used = await look(allowed, pid);
        if (used.bytes <= allowed.bytes && used.files <= allowed.files) return undefined;
        return allowed.warning === undefined
          ? `The notebook's files have passed ${passed(used)}: delete some of them.`
          : `The notebook's files had passed ${passed(used)} before this run, and it added to them: delete some of them.`;
      } catch (error) {
        return (error as Error).message;
      }
    },
    changed: () => void look(limits).catch(() => {}),
  };
}

const EVERYTHING: Usage = { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY };

/** Counts files and their bytes, except those of packages, until a limit is exceeded. */
async function count(folder: string, most: Usage, pid: number | undefined): Promise<Usage> {
  const folders = [folder];
  let files = 0;
  let bytes = await deletedBytes(pid);
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = ((await unlessGone(readdir(next, { withFileTypes: true }))) ?? []).filter(
      ({ name }) => next !== folder || name !== "node_modules",
    );
    files += entries.length;
    if (files > most.files) break;
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(next, entry.name));
    for (let at = 0; at < entries.length && bytes <= most.bytes; at += AT_ONCE)
      bytes += sum(
        await Promise.all(entries.slice(at, at + AT_ONCE).map(({ name }) => bytesOf(join(next, name)))),
      );
    if (bytes > most.bytes) break;
  }
  return { bytes, files };
}

async function bytesOf(file: string): Promise<number> {
  const stats = await unlessGone(lstat(file));
  return stats ? Math.max(stats.size, stats.blocks * 512) : 0;
}

/** Files may disappear during the check; any other error would hide what a cell has written. */
async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new Error(`The notebook's files cannot be counted (${code}): delete those that cannot be read.`);
  }
}

/** Bytes in deleted files that are still open, which no folder shows; 0 without /proc. */
async function deletedBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const sizes = (await processTree(pid)).map(async (member) => {
    const open = await readdir(`/proc/${member}/fd`).catch(() => []);
    const stats = await Promise.all(
      open.map((fd) => stat(`/proc/${member}/fd/${fd}`).catch(() => undefined)),
    );
    return sum(stats.map((one) => (one?.isFile() && one.nlink === 0 ? one.blocks * 512 : 0)));
  });
  return sum(await Promise.all(sizes));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
