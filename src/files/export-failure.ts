import { Failure } from "../ledger/index.ts";
import { reservedIn } from "./reserved-names.ts";

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than is permitted",
  EACCES: "the destination cannot be written: permission is denied",
  EPERM: "the destination cannot be written: permission is denied",
  EROFS: "the destination is on a read-only file system",
  ENOENT: "the destination was removed meanwhile",
  ENOTDIR: "part of the destination is a file",
  EISDIR: "a folder of that name exists already",
  ELOOP: "links on the way to the destination form a loop",
  ENAMETOOLONG: "the destination's name is too long",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ABORT_ERR: "it was cancelled",
};

/** The failure of an export, with its reason. */
export function exportFailed(reason: string, cause?: unknown): Failure {
  return new Failure("EXPORT_FAILED", { reason }, cause === undefined ? undefined : { cause });
}

/** Fails for a real path that Clew needs in the data home. */
export function checkReserved(home: string, path: string): void {
  const name = reservedIn(home, path);
  if (name !== undefined) throw exportFailed(`the destination is reserved in the data home (${name})`);
}

/** Describes a file system error without naming a path; undefined for other errors. */
export function fileFault(error: unknown): string | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || (syscall === undefined && !Object.hasOwn(REASONS, code))) return undefined;
  return REASONS[code] ?? `the file system reported ${code}`;
}

/** Converts a file system error to the failure of an export; returns other errors unchanged. */
export function toExportFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const reason = fileFault(error);
  return reason === undefined ? error : exportFailed(reason, error);
}
