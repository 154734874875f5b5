import { once } from "node:events";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { atExit } from "./at-exit.ts";
import { DEFAULT_KERNEL_LIMITS } from "./limits.ts";
import type { NamespaceLayer } from "./namespace-layer.ts";
import type { Request } from "./protocol.ts";
import { killGroup, spawnDeno } from "./spawn.ts";

const DEADLINE_MS = 10_000;

/**
 * Together they load everything that the boot program ever loads; no untrusted code runs where the cache is written.
 */
const CELLS = [
  "const answer: number = 6 * 7;\nanswer",
  'import { sep } from "node:path";\nenum Kind { One }\n[{ sep, kind: Kind.One }]',
  'require("node:fs");\nthrow new Error("no");',
];

/** How to build the cache. */
export interface CacheOptions {
  readonly binary: string;
  /** The boot folder. */
  readonly path: string;
  readonly work: string;
  readonly program: string;
  readonly layer: NamespaceLayer;
}

/** Runs the boot program once in Deno, and keeps the compiled code in the folder `cache` below `work`. */
export async function fillCache(at: CacheOptions): Promise<void> {
  const [folder, cacheFolder] = [join(at.work, "notebook"), join(at.work, "cache")];
  await Promise.all([mkdir(folder), mkdir(cacheFolder)]);
  const { binary, program, layer } = at;
  const place = { binary, folder, program, bootFolder: at.path, cacheFolder, closed: [], layer };
  const child = spawnDeno({ ...place, limits: DEFAULT_KERNEL_LIMITS, hosts: [] });
  const kill = () => killGroup(child);
  const forget = atExit(kill);
  const deadline = setTimeout(kill, DEADLINE_MS);
  child.stdin.on("error", () => {});
  child.stdout.resume();
  child.stderr.resume();
  child.stdin.end(CELLS.map((code, i) => `${JSON.stringify(requestFor(code, i + 1))}\n`).join(""));
  const [code] = await once(child, "close");
  clearTimeout(deadline);
  forget();
  if (code !== 0) throw new Error("Deno did not run the boot program.");
  await tidy(cacheFolder);
}

function requestFor(code: string, run: number): Request {
  return { secret: "cache", run, filename: "cell.ts", code, typescript: true };
}

/** Turns each database into one file, which is faster to copy and to open than one with a journal. */
async function tidy(cacheFolder: string): Promise<void> {
  const { DatabaseSync } = await import("../../files/sqlite.ts");
  for (const entry of await readdir(cacheFolder, { withFileTypes: true })) {
    const path = join(cacheFolder, entry.name);
    if (!entry.isFile()) await rm(path, { recursive: true });
    else if (!/-(?:wal|shm)$/.test(entry.name)) {
      const database = new DatabaseSync(path);
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      database.close();
    }
  }
}
