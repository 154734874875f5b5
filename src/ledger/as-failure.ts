import { Failure } from "./failure.ts";

/** What the file system says when the data home is full, or cannot be written. */
const FILE_FAULTS: Readonly<Record<string, "STORE_FULL" | "STORE_READ_ONLY">> = {
  ENOSPC: "STORE_FULL",
  EDQUOT: "STORE_FULL",
  EFBIG: "STORE_FULL",
  EROFS: "STORE_READ_ONLY",
  EACCES: "STORE_READ_ONLY",
  EPERM: "STORE_READ_ONLY",
};
/** Calls that have nothing to do with the files of the data home. */
const OTHER_CALLS = /^(spawn|connect|listen|bind|kill|getaddrinfo)/;

/** What is thrown, as a failure: a data home that cannot be written is the store's, anything unexpected is `INTERNAL`. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code = "", syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const isFile = typeof syscall === "string" && !OTHER_CALLS.test(syscall);
  const found = isFile && Object.hasOwn(FILE_FAULTS, code) ? FILE_FAULTS[code]! : "INTERNAL";
  return new Failure(found, {}, { cause: error });
}
