import { constants, type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import { splitLines } from "./cited-lines.ts";
import { isInside } from "./resolve-inside.ts";

/** The largest file that is read for evidence, in bytes. */
export const MAX_CITED_BYTES = 1_048_576;
const MAX_FOLDERS = 64;

/** The lines of a cited file, or why there are none. */
export type CitedFile =
  | { readonly lines: readonly string[]; readonly path: string }
  /** It does not exist, or is not a regular file inside of the root. */
  | "missing"
  /** Too large, or unreadable. */
  | "unreadable";

/**
 * Reads a file inside of a root, which must be a real path. Nothing outside of the root is opened or examined: a path with
 * `..` and every link below the root is refused before it is followed. The file must still have its name after it was read.
 */
export async function readCited(root: string, wanted: string): Promise<CitedFile> {
  const path = pathInside(root, wanted);
  if (path === undefined || path === "") return "missing";
  try {
    if (!(await isPlain(root, path))) return "missing";
    const full = join(root, path);
    const file = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const bytes = await bytesOf(file);
      // A link may have replaced a folder between the check and the opening.
      if (!(await isPlain(root, path)) || !(await isSame(file, full))) return "missing";
      return typeof bytes === "string"
        ? bytes
        : { lines: splitLines(bytes), path: path.split(sep).join("/") };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EACCES" || code === "EPERM" || code === "EMFILE" || code === "ENFILE"
      ? "unreadable"
      : "missing";
  }
}

/** A path relative to the root, computed from its text alone; undefined if it leads out of the root or is ambiguous. */
export function pathInside(root: string, wanted: string): string | undefined {
  if (/[\0-\x1f]/.test(wanted) || wanted.length > 1_000) return undefined;
  if (sep === "/" && wanted.includes("\\")) return undefined;
  const parts = wanted.split(/[\\/]/);
  if (parts.includes("..") || parts.length > MAX_FOLDERS || wanted.startsWith("~")) return undefined;
  if (sep === "\\" && wanted.slice(2).includes(":")) return undefined;
  const full = isAbsolute(wanted) ? normalize(wanted) : resolve(root, wanted);
  return isInside(root, full) ? relative(root, full) : undefined;
}

/** Whether every step from the root to the path exists under exactly this name and is not a link. */
async function isPlain(root: string, path: string): Promise<boolean> {
  let step = root;
  for (const name of path.split(sep)) {
    step = join(step, name);
    if ((await lstat(step)).isSymbolicLink()) return false;
  }
  // Not equal on file systems that ignore case or Unicode form, or if the root itself was replaced.
  return (await realpath(step)) === step;
}

async function bytesOf(file: FileHandle): Promise<Buffer | "missing" | "unreadable"> {
  const facts = await file.stat();
  if (!facts.isFile()) return "missing";
  if (facts.size > MAX_CITED_BYTES) return "unreadable";
  const buffer = Buffer.allocUnsafe(MAX_CITED_BYTES + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length);
    length += bytesRead;
    if (length > MAX_CITED_BYTES) return "unreadable";
    if (bytesRead === 0) return buffer.subarray(0, length);
  }
}

async function isSame(file: FileHandle, path: string): Promise<boolean> {
  const [read, there] = [await file.stat(), await lstat(path)];
  return read.ino === there.ino && read.dev === there.dev;
}

/** The commit that a root's repository has checked out, from its files; undefined if it has none inside of the root. */
export async function commitOf(root: string): Promise<string | undefined> {
  const first = async (path: string) => {
    const file = await readCited(root, join(".git", path));
    return typeof file === "string" ? undefined : file.lines;
  };
  const head = (await first("HEAD"))?.[0] ?? "";
  if (COMMIT.test(head)) return head;
  const branch = /^ref: (refs\/[\w./@+-]{1,200})$/.exec(head)?.[1];
  if (branch === undefined) return undefined;
  const own = (await first(branch))?.[0] ?? "";
  if (COMMIT.test(own)) return own;
  const packed =
    (await first("packed-refs"))?.find((line) => line.endsWith(` ${branch}`))?.split(" ")[0] ?? "";
  return COMMIT.test(packed) ? packed : undefined;
}

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
