import { randomUUID } from "node:crypto";
import { type FileHandle, lstat, mkdir, open, readFile, readlink, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Refusal } from "./format.ts";

/** A configuration file as it was read; a missing file is empty and has no bytes. */
export interface ConfigFile {
  readonly path: string;
  /** The file behind symbolic links. */
  readonly target: string;
  readonly bytes: Uint8Array | undefined;
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  readonly mode: number | undefined;
}

const byteOrderMark = "\u{feff}";

/** Reads a file. Throws a `Refusal` unless it is a readable UTF-8 file. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  try {
    const target = await followLinks(path);
    const found = await statOrUndefined(target);
    if (!found) return { path, target, bytes: undefined, text: "", hasByteOrderMark: false, mode: undefined };
    if (found.isDirectory()) throw new Refusal("is a folder, not a file");
    if (!found.isFile()) throw new Refusal("is not a regular file");
    const bytes = await readFile(target);
    const text = decode(bytes);
    const hasByteOrderMark = text.startsWith(byteOrderMark);
    return {
      path,
      target,
      bytes,
      text: hasByteOrderMark ? text.slice(1) : text,
      hasByteOrderMark,
      mode: found.mode & 0o7777,
    };
  } catch (error) {
    throw explain(error, "cannot be read");
  }
}

/**
 * Writes a backup beside the file, then replaces the file atomically; without any text left, it deletes the file.
 * Returns the backup's path, if there was a file.
 */
export async function writeConfigFile(
  file: ConfigFile,
  text: string,
  options: { readonly now: Date; readonly newMode: number },
): Promise<string | undefined> {
  try {
    await mkdir(dirname(file.target), { recursive: true });
    const backup = file.bytes && (await writeBackup(file, file.bytes, options.now));
    if (text === "") {
      await rm(file.target, { force: true });
      return backup;
    }
    const content = Buffer.from((file.hasByteOrderMark ? byteOrderMark : "") + text);
    await replaceFile(file, content, file.mode ?? options.newMode);
    return backup;
  } catch (error) {
    throw explain(error, "cannot be written");
  }
}

/** A `Refusal` for a file system error; any other error is returned unchanged. */
export function explain(error: unknown, what: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === undefined) return error;
  const reasons: Record<string, string> = {
    EACCES: "permission denied",
    EPERM: "permission denied",
    EROFS: "the file system is read-only",
    ENOSPC: "the disk is full",
    ENOTDIR: "part of its path is not a folder",
    EEXIST: "part of its path is not a folder",
    ELOOP: "its symbolic links form a loop",
  };
  return new Refusal(`${what}: ${reasons[code] ?? code}`);
}

async function writeBackup(file: ConfigFile, bytes: Uint8Array, now: Date): Promise<string> {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  for (let count = 1; ; count++) {
    const path = `${file.path}.clew-backup-${stamp}${count > 1 ? `-${count}` : ""}`;
    try {
      await writeNew(path, bytes, file.mode ?? 0o600);
      return path;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

async function replaceFile(file: ConfigFile, content: Uint8Array, mode: number): Promise<void> {
  const folder = dirname(file.target);
  const temporary = join(folder, `.${basename(file.target)}.clew-${randomUUID()}`);
  try {
    await writeNew(temporary, content, mode, (handle) => keepOwner(handle, file.target));
    const current = await statOrUndefined(file.target);
    const bytes = current && (await readFile(file.target));
    if (!sameBytes(bytes, file.bytes))
      throw new Refusal("was just changed by another program; run this again");
    await rename(temporary, file.target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function writeNew(
  path: string,
  content: Uint8Array,
  mode: number,
  prepare?: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(path, "wx", mode);
  try {
    await prepare?.(handle);
    // Unlike the mode of `open`, this one is not reduced by the umask.
    await handle.chmod(mode);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Only a privileged user can give the file back to its owner; for others it is theirs already. */
async function keepOwner(handle: FileHandle, target: string): Promise<void> {
  const owner = await statOrUndefined(target);
  if (owner) await handle.chown(owner.uid, owner.gid).catch(() => undefined);
}

/** Makes the rename durable; some systems cannot open a folder for that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The path behind symbolic links, even if the last one points to a missing file. */
async function followLinks(path: string): Promise<string> {
  let target = path;
  for (let hops = 0; hops < 40; hops++) {
    const link = await lstat(target).catch(absent);
    if (!link?.isSymbolicLink()) return target;
    target = resolve(dirname(target), await readlink(target));
  }
  throw Object.assign(new Error("too many links"), { code: "ELOOP" });
}

async function statOrUndefined(path: string) {
  return stat(path).catch(absent);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal("is not UTF-8 text");
  }
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a && b ? Buffer.compare(a, b) === 0 : a === b;
}
