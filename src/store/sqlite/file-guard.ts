import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { Failure } from "../../ledger/index.ts";

/** Detects that a path no longer leads to the files that a connection has open. */
export interface FileGuard {
  /** Throws `STORE_MOVED` unless every path leads to the open file. */
  check(): void;
  /** The same, but trusts a check of the last few milliseconds: for reads. */
  checkForRead(): void;
}

/** The database, its write-ahead log and the shared index. */
const SUFFIXES = ["", "-wal", "-shm"] as const;
const TRUSTED_MS = 20;

/**
 * Remembers which files a connection has just opened. SQLite continues to write to a deleted file without an error, so
 * the store compares device and inode. A file overwritten in place keeps both; it is detected if it shrinks.
 */
export function createFileGuard(db: DatabaseSync, file: string): FileGuard {
  if (file === ":memory:") return { check() {}, checkForRead() {} };
  const hasLog = isLogged(db);
  const opened = SUFFIXES.filter((suffix) => suffix === "" || hasLog).map((suffix) => ({
    path: file + suffix,
    suffix,
    // A file that was deleted before this point stays open in the connection and is not found at its path.
    found: identityOf(file + suffix),
  }));
  let bytes = opened[0]?.found?.size ?? 0n;
  let trustedUntil = 0;
  let isRescued = false;

  function find(): string | undefined {
    for (const { path, suffix, found } of opened) {
      const now = identityOf(path);
      if (!now) return `the file clew.db${suffix} is missing`;
      if (!found || !isSameFile(now, found)) return `another file has the place of clew.db${suffix}`;
      if (suffix !== "") continue;
      if (now.size < bytes && now.size !== sizeInView(db)) return "clew.db was truncated or overwritten";
      bytes = now.size;
    }
    return undefined;
  }

  /** If no other log exists yet, checkpoints the deleted log into the database, once. */
  function rescue(): void {
    const [database, log] = SUFFIXES.map((suffix) => opened.find((one) => one.suffix === suffix));
    if (isRescued || !database?.found || !log || identityOf(log.path)) return;
    const now = identityOf(database.path);
    if (!now || !isSameFile(now, database.found) || now.size < bytes) return;
    isRescued = true;
    try {
      db.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // The log still exists for this process; closing the database tries again.
    }
  }

  function check(): void {
    const problem = find();
    if (problem === undefined) {
      trustedUntil = performance.now() + TRUSTED_MS;
      isRescued = false;
      return;
    }
    trustedUntil = 0;
    if (!db.isTransaction) rescue();
    throw new Failure("STORE_MOVED", {}, { cause: new Error(problem) });
  }

  return {
    check,
    checkForRead() {
      if (performance.now() >= trustedUntil) check();
    },
  };
}

/** Whether a connection writes to a log beside its file; a read-only connection does not. */
export function isLogged(db: DatabaseSync): boolean {
  return db.prepare("PRAGMA journal_mode").get()!.journal_mode === "wal";
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
}

/** Whether both are the same file. */
export function isSameFile(one: Identity, other: Identity): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** The file at a path; undefined if there is none, or if the file system does not answer. */
export function identityOf(path: string): Identity | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The size of the database according to its header; a VACUUM shrinks the file to it. */
function sizeInView(db: DatabaseSync): bigint | undefined {
  try {
    const pages = db.prepare("PRAGMA page_count").get()!.page_count as number;
    const size = db.prepare("PRAGMA page_size").get()!.page_size as number;
    return BigInt(pages) * BigInt(size);
  } catch {
    return undefined;
  }
}
