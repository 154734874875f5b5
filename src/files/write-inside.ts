import { randomUUID } from "node:crypto";
import { type FileHandle, link, lstat, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { checkReserved, exportFailed, toExportFailure } from "./export-failure.ts";
import { checkFolder, makeFolderInside, removeFolders } from "./resolve-inside.ts";

/** The location of a new file. */
export interface Destination {
  /** The real path of the data home, whose reserved names are never written. */
  readonly home: string;
  /** The folder that the path must stay in; it exists. */
  readonly root: string;
  /** The folder to write to, created if it is missing. */
  readonly folder: string;
  /** Names to try, best first, until one is free. */
  readonly names: Iterable<string>;
  /** Use the first name, and replace an existing file. */
  readonly replace?: boolean;
}

/**
 * Writes a file in pieces, atomically. An existing file is replaced only with `replace`.
 */
export async function writeInside(
  { home, root, folder: wanted, names, replace = false }: Destination,
  pieces: AsyncIterable<string>,
  signal?: AbortSignal,
): Promise<{ readonly path: string; readonly bytes: number }> {
  const check = (path: string) => checkReserved(home, path);
  const { folder, made } = await makeFolderInside(root, wanted, check);
  const unfinished = join(folder, `.${randomUUID()}.part`);
  try {
    const file = await open(unfinished, "wx", 0o600);
    const bytes = await writeAll(file, pieces, signal).finally(() => file.close());
    await checkFolder(folder);
    const path = await publish(unfinished, folder, names, replace, check);
    await remove(unfinished);
    await synchronise(folder);
    return { path, bytes };
  } catch (error) {
    await remove(unfinished);
    await removeFolders(made);
    throw toExportFailure(error);
  }
}

/** Joins small pieces before they are written. */
const CHUNK_CHARACTERS = 64 * 1024;

async function writeAll(
  file: FileHandle,
  pieces: AsyncIterable<string>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let [bytes, chunk] = [0, ""];
  const flush = async () => {
    const data = Buffer.from(chunk);
    chunk = "";
    bytes += data.length;
    for (let at = 0; at < data.length; ) at += (await file.write(data, at)).bytesWritten;
  };
  for await (const piece of pieces) {
    if (signal?.aborted) throw Object.assign(new Error("cancelled"), { code: "ABORT_ERR" });
    chunk += piece;
    if (chunk.length >= CHUNK_CHARACTERS) await flush();
  }
  await flush();
  await file.sync();
  return bytes;
}

/** Gives the finished file the first free name. */
async function publish(
  unfinished: string,
  folder: string,
  names: Iterable<string>,
  replace: boolean,
  check: (path: string) => void,
): Promise<string> {
  for (const name of names) {
    const path = join(folder, name);
    check(path);
    try {
      if (replace) {
        await rename(unfinished, path);
        return path;
      }
      // Unlike renaming, linking never replaces an existing file.
      await link(unfinished, path);
      return path;
    } catch (error) {
      if (replace) throw error;
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      // Some file systems have no hard links.
      if (await isThere(path)) continue;
      await rename(unfinished, path);
      return path;
    }
  }
  throw exportFailed("a file of that name already exists; it is replaced only with overwrite: true");
}

const remove = (file: string): Promise<void> => rm(file, { force: true }).catch(() => undefined);

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** A new name is durable when its folder is synced; not every system supports that. */
async function synchronise(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
