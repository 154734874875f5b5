import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { scratchFolder } from "./scratch.ts";
import type { Surroundings } from "./start-child.ts";

/** A place for a ledger where space runs out after about a megabyte. */
export interface SmallDisk extends Surroundings {
  readonly file: string;
  /** Makes room again, while a store has the ledger open. */
  free(): void;
}

/** A disk that is really full: a small one of its own where mounting is permitted, else a limit on the size of files. */
export function smallDisk(): SmallDisk {
  const folder = scratchFolder();
  if (!mount("-t", "tmpfs", "-o", "size=3m", "tmpfs", folder)) return limitedFiles();
  onTestFinished(() => void execFileSync("umount", [folder]));
  const ballast = join(folder, "ballast");
  writeFileSync(ballast, Buffer.alloc(2_000_000));
  return { file: join(folder, "clew.db"), free: () => rmSync(ballast) };
}

/** A quota: no file may grow beyond a limit. Emptying the write-ahead log, from a process without the limit, makes room. */
export function limitedFiles(): SmallDisk {
  const file = join(scratchFolder(), "clew.db");
  return {
    file,
    prefix: "ulimit -f 1000 &&",
    free() {
      const db = new DatabaseSync(file, { timeout: 5000 });
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
    },
  };
}

/**
 * Makes a file, or a folder with its files, read-only until the test ends, and says what a child must run under to feel
 * it: root writes where it likes unless the file system itself is read-only.
 */
export function makeReadOnly(path: string): Surroundings {
  if (process.getuid?.() === 0 && mount("--bind", path, path)) {
    onTestFinished(() => void execFileSync("umount", [path]));
    execFileSync("mount", ["-o", "remount,bind,ro", path]);
    return {};
  }
  const isFolder = statSync(path).isDirectory();
  for (const name of isFolder ? readdirSync(path) : []) chmodSync(join(path, name), 0o444);
  chmodSync(path, isFolder ? 0o555 : 0o444);
  onTestFinished(() => chmodSync(path, 0o755));
  return { unprivileged: process.getuid?.() === 0 };
}

function mount(...words: readonly string[]): boolean {
  try {
    execFileSync("mount", words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
