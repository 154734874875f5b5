import { Failure } from "../../ledger/index.ts";

/** SQLite's primary result codes that the store tells apart. */
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;
// A file-size quota shows as a failed write, not as a full disk.
const IOERR_WRITE = 778;

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return primary(error) === BUSY;
}

/** Whether the file itself failed, so that nothing of the running transaction can be kept. */
export function isFileFailure(error: unknown): boolean {
  return [READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB].includes(primary(error));
}

/** SQLite's errors in the words of the ledger; anything else as it is. */
export function translate(error: unknown): unknown {
  const cause = { cause: error };
  if (errcode(error) === IOERR_WRITE) return new Failure("STORE_FULL", {}, cause);
  switch (primary(error)) {
    case BUSY:
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
