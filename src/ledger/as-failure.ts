import { Failure } from "./failure.ts";

/** File system errors if the data home is full or cannot be written. */
const FILE_FAULTS: Readonly<Record<string, "STORE_FULL" | "STORE_READ_ONLY">> = {
  ENOSPC: "STORE_FULL",
  EDQUOT: "STORE_FULL",
  EFBIG: "STORE_FULL",
  EROFS: "STORE_READ_ONLY",
  EACCES: "STORE_READ_ONLY",
  EPERM: "STORE_READ_ONLY",
};
/** Operations unrelated to the files of the data home. */
const OTHER_CALLS = /^(spawn|connect|listen|bind|kill|getaddrinfo)/;

/**
 * Converts any error to a failure: file system errors in the data home to those of the store, anything unexpected to
 * `INTERNAL`.
 */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code = "", syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const isFile = typeof syscall === "string" && !OTHER_CALLS.test(syscall);
  const found = isFile && Object.hasOwn(FILE_FAULTS, code) ? FILE_FAULTS[code]! : "INTERNAL";
  return new Failure(found, {}, { cause: error });
}
