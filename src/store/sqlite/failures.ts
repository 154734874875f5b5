import { Failure } from "../../ledger/index.ts";

/** The primary result codes of SQLite that the store distinguishes. */
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOTADB = 26;
// A file-size quota shows as a failed write, and a full disk at opening as a shared index that cannot grow.
const IOERR_WRITE = 778;
const IOERR_SHMSIZE = 4874;

/** Whether another connection holds the lock, or won every race for it. */
export function isBusy(error: unknown): boolean {
  return [BUSY, PROTOCOL].includes(primary(error));
}

/** Whether the file is not a SQLite database. */
export function isNotDatabase(error: unknown): boolean {
  return primary(error) === NOTADB;
}

/** Whether the file, or one that SQLite needs beside it, could not be opened for writing. */
export function isUnwritable(error: unknown): boolean {
  return [READONLY, CANTOPEN].includes(primary(error));
}

/** Whether the file itself failed, so that the running transaction is lost. */
export function isFileFailure(error: unknown): boolean {
  return [READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB].includes(primary(error));
}

/** Converts SQLite errors to failures; returns other errors unchanged. */
export function translate(error: unknown): unknown {
  const cause = { cause: error };
  if ([IOERR_WRITE, IOERR_SHMSIZE].includes(errcode(error))) return new Failure("STORE_FULL", {}, cause);
  switch (primary(error)) {
    case BUSY:
    case PROTOCOL:
      return new Failure("STORE_BUSY", {}, cause);
    case READONLY:
      return new Failure("STORE_READ_ONLY", {}, cause);
    case FULL:
      return new Failure("STORE_FULL", {}, cause);
    case CORRUPT:
    case NOTADB:
      return new Failure("STORE_CORRUPT", {}, cause);
    case IOERR:
    case CANTOPEN:
      return new Failure("STORE_UNREADABLE", {}, cause);
    default:
      return error;
  }
}

function errcode(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === "number" ? code : 0;
}

const primary = (error: unknown): number => errcode(error) & 0xff;
