import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { scratchFolder } from "./scratch.ts";
import type { Surroundings } from "./start-child.ts";

/** A folder for a ledger where space can run out. */
export interface SmallDisk {
  readonly file: string;
  /** Leaves this many kilobytes, and returns the options with which a child is affected. */
  leave(kilobytes: number): Surroundings;
  /** Frees space, also while a store has the ledger open. */
  free(): void;
}

/**
 * A disk that is really full: a small file system where mounting is permitted, otherwise a limit on the size of files.
 */
export function smallDisk(): SmallDisk {
  const folder = scratchFolder();
  if (!mount("-t", "tmpfs", "-o", "size=16m", "tmpfs", folder)) return limitedFiles();
  onTestFinished(() => void execFileSync("umount", [folder]));
  const ballast = join(folder, "ballast");
  return {
    file: join(folder, "clew.db"),
    leave(kilobytes) {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - kilobytes * 1024));
      return {};
    },
    free: () => rmSync(ballast, { force: true }),
  };
}

/**
 * A quota: no file may grow beyond a limit. Emptying the write-ahead log, from a process without the limit, frees
 * space.
 */
export function limitedFiles(): SmallDisk {
  const file = join(scratchFolder(), "clew.db");
  return {
    file,
    // The unit is 512 bytes.
    leave: (kilobytes) => ({ prefix: `ulimit -f ${kilobytes * 2} && exec` }),
    free() {
      const db = new DatabaseSync(file, { timeout: 5000 });
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
    },
  };
}

/**
 * Makes a file, or a folder with its files, read-only until the test ends, and returns the options with which a child
 * is affected: root can write anywhere unless the file system itself is read-only.
 */
export function makeReadOnly(path: string): Surroundings {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && mount("--bind", path, path)) {
    onTestFinished(() => void execFileSync("umount", [path]));
    execFileSync("mount", ["-o", "remount,bind,ro", path]);
    return {};
  }
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path)) chmodSync(join(path, name), 0o444);
    chmodSync(path, 0o555);
    onTestFinished(() => chmodSync(path, 0o755));
  } else {
    chmodSync(path, 0o444);
    chmodSync(dirname(path), 0o777);
  }
  return { unprivileged: isRoot };
}

function mount(...words: readonly string[]): boolean {
  try {
    execFileSync("mount", words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
