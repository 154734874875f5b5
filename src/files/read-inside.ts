import { constants, type FileHandle, open, stat } from "node:fs/promises";
import { Failure } from "../ledger/index.ts";
import { checkReserved, toExportFailure } from "./export-failure.ts";
import { resolveInside } from "./resolve-inside.ts";

/** Which file to read. */
export interface Source {
  /** The real path of the data home, whose reserved files are never read. */
  readonly home: string;
  /** The folder that the path must stay in; it exists. */
  readonly root: string;
  readonly path: string;
  /** Required ending of the real name. */
  readonly endings: readonly string[];
  readonly mostBytes: number;
}

/** A file's content. */
export interface FileRead {
  /** Its real path. */
  readonly path: string;
  readonly text: string;
}

/** Reads a text file inside of a root; undefined if it does not exist. Failures name no paths. */
export async function readInside({
  home,
  root,
  path: wanted,
  endings,
  mostBytes,
}: Source): Promise<FileRead | undefined> {
  try {
    const path = await resolveInside(root, wanted);
    checkReserved(home, path);
    if (!endings.some((ending) => path.toLowerCase().endsWith(ending)))
      throw readFailed(`its name must end in ${endings.join(" or ")}`);
    // Do not wait for the writer of a pipe.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const text = await textOf(file, mostBytes);
      await checkSame(file, root, path);
      return { path, text };
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw toReadFailure(error);
  }
}

/** The failure to read a file, with its reason. */
function readFailed(reason: string, cause?: unknown): Failure {
  const problem = `The file cannot be loaded: ${reason}. Name a file in the data home or in the bound root.`;
  return new Failure("INVALID_ARGUMENT", { problem }, cause === undefined ? undefined : { cause });
}

async function textOf(file: FileHandle, mostBytes: number): Promise<string> {
  if (!(await file.stat()).isFile()) throw readFailed("it is no plain file");
  const buffer = Buffer.allocUnsafe(mostBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length);
    length += bytesRead;
    if (length > mostBytes) throw readFailed(`it has more than ${mostBytes} bytes`);
    if (bytesRead === 0) break;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(buffer.subarray(0, length));
  } catch (error) {
    throw readFailed("it is no UTF-8 text", error);
  }
}

/** Fails if a link has replaced the file, or a folder on the way to it, before it was opened. */
async function checkSame(file: FileHandle, root: string, path: string): Promise<void> {
  const [read, there] = [await file.stat(), await stat(await resolveInside(root, path))];
  if (read.ino !== there.ino || read.dev !== there.dev) throw readFailed("it was replaced meanwhile");
}

/** Converts the failure of an export path to the failure to read: both follow the same rules. */
export function toReadFailure(error: unknown): unknown {
  const failure = toExportFailure(error);
  if (!(failure instanceof Failure) || failure.code !== "EXPORT_FAILED") return failure;
  const { reason } = failure.data as { readonly reason: string };
  return readFailed(reason.replaceAll("the destination", "the path"), failure);
}
