import { createHash, randomUUID } from "node:crypto";
import { constants, rmSync } from "node:fs";
import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { atExit } from "./at-exit.ts";
import { sweepCacheFolders } from "./cache-folder.ts";
import { type CacheOptions, fillCache } from "./fill-cache.ts";
import type { NamespaceLayer } from "./namespace-layer.ts";
import { ownFolder } from "./own-folder.ts";
import { makeSkeleton, ROOT_VERSION } from "./private-root.ts";

/** The folder of one Deno version and one boot program, which no cell can write to. */
export interface BootFolder {
  readonly path: string;
  /** The boot program. Its path never changes, because Deno caches compiled code by path. */
  readonly program: string;
  /** Deno's compiled form of it; absent if it could not be created. */
  readonly cache: string | undefined;
  /** Copies the compiled code for a process, so that processes do not share a writable cache. */
  copyCache(to: string): Promise<void>;
}

/** By whether processes have a private root: Deno caches compiled code by the path that it sees. */
const opened = new Map<boolean, Promise<BootFolder>>();

/** The folder for this Deno; created if missing, and kept for later hosts. */
export async function bootFolder(binary: string, layer: NamespaceLayer): Promise<BootFolder> {
  const key = layer.root !== undefined;
  const again = () => {
    const opening = open(binary, layer);
    opened.set(key, opening);
    return opening;
  };
  const folder = await (opened.get(key) ?? again()).catch(() => undefined);
  // Systems delete old temporary files.
  const isThere = folder && (await stat(folder.program).catch(() => undefined));
  return isThere ? folder : again();
}

async function open(binary: string, layer: NamespaceLayer): Promise<BootFolder> {
  const { default: bootProgram } = await import("./boot/cell-realm/index.ts?program");
  const path = await ownFolder(await nameFor(binary, bootProgram, layer));
  void sweepCacheFolders(dirname(path));
  const program = join(path, "boot.js");
  if ((await readFile(program, "utf8").catch(() => "")) !== bootProgram) await replace(program, bootProgram);
  if (layer.root) await makeSkeleton(path, layer.root);
  const cache = join(path, "cache");
  const files = await readdir(cache).catch(() => fill({ binary, path, program, layer }, cache));
  return {
    path,
    program,
    cache: files.length > 0 ? cache : undefined,
    async copyCache(to) {
      const copies = files.map((file) =>
        copyFile(join(cache, file), join(to, file), constants.COPYFILE_FICLONE),
      );
      // Without it a process starts as well, only more slowly.
      await Promise.allSettled(copies);
    },
  };
}

/** The same for every copy of one version, so that installations share it. */
async function nameFor(binary: string, bootProgram: string, { root }: NamespaceLayer): Promise<string> {
  const { size } = await stat(binary);
  const { version } = JSON.parse(await readFile(join(dirname(binary), "package.json"), "utf8"));
  const parts = `${version}\n${size}\n${bootProgram}\n${root ? `${JSON.stringify(root)}\n${ROOT_VERSION}` : ""}`;
  const key = createHash("sha256").update(parts).digest("hex");
  return `clew-deno-${process.getuid?.() ?? ""}-${key.slice(0, 16)}`;
}

/** Never leaves a partial file where another host reads. */
async function replace(file: string, text: string): Promise<void> {
  const next = `${file}.${randomUUID()}`;
  await writeFile(next, text);
  await rename(next, file);
}

/** The files of the cache, which appears when it is complete; none if it cannot be created. */
async function fill(of: Omit<CacheOptions, "work">, cache: string): Promise<string[]> {
  const work = await mkdtemp(join(of.path, "new-"));
  const forget = atExit(() => rmSync(work, { recursive: true, force: true }));
  try {
    await fillCache({ ...of, work });
    // Another host may have been faster.
    await rename(join(work, "cache"), cache).catch(() => {});
    return await readdir(cache);
  } catch {
    return [];
  } finally {
    await rm(work, { recursive: true, force: true });
    forget();
  }
}
