import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { familyOf } from "./family.ts";
import type { Limits } from "./limits.ts";

/** The files of a notebook, held against its limits. */
export interface Disk {
  /** Looks now, also at what this process holds open: what to tell when a limit is passed. */
  complaint(pid?: number): Promise<string | undefined>;
  /** The same, by the last look when nothing has run since. */
  known(): Promise<string | undefined>;
  /** Something ran: begins to look again, ahead of the next question. */
  changed(): void;
}

const AT_ONCE = 64;

/** Makes the watch over a notebook's folder. */
export function createDisk(folder: string, limits: Limits): Disk {
  let last: Promise<string | undefined> | undefined;
  const complaint = (pid?: number) => {
    last = look(folder, limits, pid).catch((error: Error) => error.message);
    return last;
  };
  return {
    complaint,
    async known() {
      // After a complaint somebody may have deleted files.
      return last === undefined || (await last) !== undefined ? complaint() : undefined;
    },
    changed: () => void complaint(),
  };
}

async function look(folder: string, limits: Limits, pid: number | undefined): Promise<string | undefined> {
  const most = limits.diskMb * 1024 * 1024;
  const folders = [folder];
  let files = 0;
  let bytes = await deletedBytes(pid);
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = ((await unlessGone(readdir(next, { withFileTypes: true }))) ?? []).filter(
      ({ name }) => next !== folder || name !== "node_modules",
    );
    files += entries.length;
    if (files > limits.files) return passed(`${limits.files.toLocaleString("en-GB")} files`);
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(next, entry.name));
    for (let at = 0; at < entries.length && bytes <= most; at += AT_ONCE)
      bytes += sum(
        await Promise.all(entries.slice(at, at + AT_ONCE).map(({ name }) => bytesOf(join(next, name)))),
      );
    if (bytes > most) break;
  }
  return bytes > most ? passed(`${limits.diskMb} MB`) : undefined;
}

function passed(limit: string): string {
  return `The notebook's files have passed the limit of ${limit}: delete some of them.`;
}

async function bytesOf(file: string): Promise<number> {
  const stats = await unlessGone(lstat(file));
  return stats ? Math.max(stats.size, stats.blocks * 512) : 0;
}

/** Files come and go meanwhile; any other failure would hide what a cell has written. */
async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new Error(`The notebook's files cannot be counted (${code}): delete those that cannot be read.`);
  }
}

/** Bytes in files that are deleted but still open, which no folder shows; 0 where there is no /proc. */
async function deletedBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  const sizes = (await familyOf(pid)).map(async (member) => {
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
