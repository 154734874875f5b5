import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { constants } from "node:os";
import { dirname, join, resolve } from "node:path";
import { atExit } from "./at-exit.ts";
import { bootFolder } from "./boot-folder.ts";
import { makeCacheFolder } from "./cache-folder.ts";
import { denoBinary } from "./deno-binary.ts";
import { checkedFolder, checkLinks } from "./folder.ts";
import { type HiddenPaths, hidePaths, NO_HIDDEN_PATHS } from "./hide-paths.ts";
import type { KernelLimits } from "./limits.ts";
import {
  forgetNamespaceLayer,
  missingFileLayer,
  type NamespaceLayer,
  namespaceLayer,
} from "./namespace-layer.ts";
import { readInLargePieces, watchSetUp } from "./pipes.ts";
import { INSIDE } from "./private-root.ts";
import { restorePriority } from "./process-tree.ts";
import { folderSeen, killConfined, killGroup, spawnDeno } from "./spawn.ts";

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why the process could not be set up; no cell ran in it. */
  readonly setUpFailure?: string;
}

/** A running kernel process and the listener of its output. */
export interface LiveProcess {
  /** The first process of its group; Deno itself may be a descendant. */
  readonly pid: number | undefined;
  /** The notebook's folder as the process sees it. */
  readonly folder: string;
  /** The allowed hosts. */
  readonly hosts: readonly string[];
  /** The memory at which it is killed. */
  readonly memoryMb: number;
  /** Why the process shares the host's files; absent if it has its own root. */
  readonly sharesFiles: string | undefined;
  /** The real paths that the process can see and that results must not show. */
  readonly hiddenPaths: HiddenPaths;
  /** Resolves when the process has ended and its pipes are empty. */
  readonly ended: Promise<Ending>;
  readonly alive: boolean;
  /** Whether a cell was sent to it. */
  used: boolean;
  /** Whether its priority was lowered. */
  hasLowPriority: boolean;
  listener: ((bytes: Buffer) => void) | undefined;
  /** Fails if the folder has links that lead out of it. */
  checkFolder(): Promise<void>;
  send(line: string): void;
  kill(): Promise<Ending>;
}

/** Options of a new process. */
export interface Start {
  readonly folder: string;
  readonly limits: KernelLimits;
  readonly hosts: readonly string[];
  /** By default, the best that the system allows. */
  readonly layer?: NamespaceLayer;
  /** `required` fails to start without the file layer. */
  readonly sandbox?: "required" | "auto";
}

/** How much a process may print while it runs nothing. */
const IDLE_BYTES = 1024 * 1024;

/** Starts a process for the folder, if the folder is safe. */
export async function startProcess(start: Start): Promise<LiveProcess> {
  const { folder, limits, hosts, layer: given, sandbox } = start;
  const binary = denoBinary();
  const layer = given ?? (await namespaceLayer());
  if (sandbox === "required" && !layer.root) throw new Error(missingFileLayer(layer));
  const [root, boot] = await Promise.all([checkedFolder(folder), bootFolder(binary, layer)]);
  const cacheFolder = layer.root ? undefined : await makeCacheFolder(dirname(boot.path));
  if (cacheFolder !== undefined) await boot.copyCache(cacheFolder);
  const { path, program, cache } = boot;
  const closed = [path, ...(cacheFolder === undefined ? [] : [cacheFolder])];
  const at = { binary, folder: root, program, bootFolder: path, cache, cacheFolder, closed };
  const child = spawnDeno({ ...at, limits, hosts, layer });
  const removeCache = () => {
    if (cacheFolder !== undefined) rmSync(cacheFolder, { recursive: true, force: true });
  };
  const setUp = watchSetUp(child.stderr);
  let alive = true;
  let killed = false;
  let idle = 0;
  const kill = () => {
    alive = false;
    if (live.hasLowPriority && child.pid !== undefined) void restorePriority(child.pid);
    killConfined(child, layer);
  };
  const forget = atExit(() => {
    killGroup(child);
    removeCache();
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once("error", () => resolve({ code: null, signal: null }));
    child.once("close", (code, signal) => {
      const ending = layer.namespaces ? endOf(code, signal) : { code, signal };
      const failure = setUp.failure;
      resolve(
        ending.signal === null && failure !== undefined ? { ...ending, setUpFailure: failure } : ending,
      );
    });
  }).then(async (ending) => {
    alive = false;
    forget();
    if (cacheFolder !== undefined) await rm(cacheFolder, { recursive: true, force: true });
    // A process that was killed on purpose reports a failure as well.
    if (ending.setUpFailure !== undefined && !killed && given === undefined) await forgetNamespaceLayer();
    return ending;
  });
  child.stdin.on("error", () => {});
  child.stdout.on("error", () => {});
  // A process that cannot answer any more is useless.
  child.stdout.once("end", kill);
  readInLargePieces(child.stdout, (bytes) => {
    if (live.listener) return live.listener(bytes);
    idle += bytes.length;
    if (idle > IDLE_BYTES) kill();
  });

  const live: LiveProcess = {
    pid: child.pid,
    folder: folderSeen({ folder: root, layer }),
    hosts,
    memoryMb: limits.memoryMb,
    sharesFiles: layer.root ? undefined : layer.fileMessage,
    hiddenPaths: layer.root
      ? NO_HIDDEN_PATHS
      : hidePaths(realPaths({ binary, folder, root, path, cacheFolder })),
    ended,
    get alive() {
      return alive;
    },
    used: false,
    hasLowPriority: false,
    listener: undefined,
    checkFolder: () => checkLinks(root, { packages: layer.root === undefined }),
    send: (line) => child.stdin.write(`${line}\n`),
    kill() {
      killed = true;
      kill();
      return ended;
    },
  };
  return live;
}

/** Paths that a process without its own root can see, with the names that a private root gives them. */
function realPaths(at: {
  readonly binary: string;
  readonly folder: string;
  readonly root: string;
  readonly path: string;
  readonly cacheFolder: string | undefined;
}): readonly (readonly [string, string])[] {
  return [
    [at.root, INSIDE.folder],
    [resolve(at.folder), INSIDE.folder],
    [at.binary, INSIDE.binary],
    [join(at.path, "boot.js"), INSIDE.program],
    [at.path, "/boot"],
    ...(at.cacheFolder === undefined ? [] : [[at.cacheFolder, INSIDE.cache] as const]),
  ];
}

/** A shell reports a signal that ended its command as an exit code above 128. */
function endOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  const name = Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];
  return name === undefined ? { code, signal } : { code: null, signal: name as NodeJS.Signals };
}
