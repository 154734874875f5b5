import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { KernelLimits } from "./limits.ts";
import { countsThreads, type NamespaceLayer } from "./namespace-layer.ts";
import { INSIDE, inPrivateRoot, type RootOptions, type RootParts } from "./private-root.ts";

/**
 * A notebook's process: one pipe for input, and one for both its stdout and its stderr. Its third pipe has only the
 * errors of the programs that set up the process.
 */
export type KernelProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Options of a new process; all paths are the host's. */
export interface SpawnOptions {
  readonly binary: string;
  /** The real path of the notebook's folder. */
  readonly folder: string;
  /** The boot program, a file named `boot.js`. */
  readonly program: string;
  /** The host's folder for private roots. */
  readonly bootFolder: string;
  /** Compiled code, which a process with a private root gets a copy of. */
  readonly cache?: string | undefined;
  /** Where Deno writes compiled code, never a folder that cells can write to; a private root has its own. */
  readonly cacheFolder?: string | undefined;
  /** Folders that cells may not write to, even inside the notebook's folder. */
  readonly closed: readonly string[];
  readonly limits: KernelLimits;
  /** Validated already: they become part of a flag. */
  readonly hosts: readonly string[];
  readonly layer: NamespaceLayer;
}

/**
 * What Deno has mapped as data before a cell allocates anything (V8 reserves 512 MB for code, each thread a stack),
 * less the 16 MB of it that it uses. On machines with few threads this leaves some memory unlimited, which the memory
 * watch covers.
 */
const BASE_MB = 500 + 16 * Math.min(availableParallelism(), 32);

/** Starts Deno in its own process group, with permissions for its folder and the given hosts only. */
export function spawnDeno(options: SpawnOptions): KernelProcess {
  const { folder, limits, hosts, layer } = options;
  const network = hosts.length > 0;
  const seen = asSeen(options);
  const root = layer.root && inPrivateRoot({ ...rootOptions(options, layer.root), network });
  const env = {
    DENO_DIR: seen.cacheFolder,
    // A graphics driver would access devices and keep its own files outside of the folder.
    DENO_WEBGPU_BACKEND: "none",
    // A private root has no /etc/localtime.
    TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const command = [...(root ?? []), seen.binary, ...denoArguments(seen)];
  // No single file may be larger than all of them together.
  const fileMb = Math.min(limits.fileMb, limits.diskMb);
  return spawnConfined(command, { layer, network, limits: { ...limits, fileMb }, folder, env });
}

/** How a command is confined. */
export interface Confinement {
  readonly layer: NamespaceLayer;
  readonly network: boolean;
  readonly limits: SystemLimits;
  /** The working folder of the command, unless a private root sets another one. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts Deno with these limits, in its own process group and in the namespaces that the system allows. */
export function spawnConfined(command: readonly string[], confinement: Confinement): KernelProcess {
  const { layer, network, limits, folder, env } = confinement;
  const script = `${setLimits(limits)} && exec "$0" "$@"${layer.namespaces ? "" : " 2>&1"}`;
  return spawn("/bin/sh", ["-c", script, ...layer.before(network), ...command], {
    cwd: folder,
    env: { ...env, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** The notebook's folder as its process sees it. */
export function folderSeen({ folder, layer }: Pick<SpawnOptions, "folder" | "layer">): string {
  return layer.root ? INSIDE.folder : folder;
}

/** The same options with the paths that the process sees. */
function asSeen(options: SpawnOptions) {
  const { folder, closed, layer, cacheFolder = "" } = options;
  if (!layer.root) return { ...options, cacheFolder };
  const within = closed.map((path) => relative(folder, path)).filter((path) => !/^\.\.(?:$|\/)/.test(path));
  return {
    ...options,
    binary: INSIDE.binary,
    folder: INSIDE.folder,
    program: INSIDE.program,
    cacheFolder: INSIDE.cache,
    closed: within.map((path) => join(INSIDE.folder, path)),
  };
}

function rootOptions(options: SpawnOptions, parts: RootParts): Omit<RootOptions, "network"> {
  const { binary, folder, program, bootFolder, cache, cacheFolder, limits } = options;
  const threads = countsThreads() ? limits.threads : undefined;
  return { parts, bootFolder, binary, program, folder, cache, sharedCache: cacheFolder, threads };
}

/** Kills the process and all its descendants, in the way that its namespaces require. */
export function killConfined(child: KernelProcess, { namespaces }: NamespaceLayer): void {
  if (namespaces) killNamespace(child);
  else killGroup(child);
}

/** Kills the process and all its descendants, with a signal that cannot be trapped. */
export function killGroup(child: KernelProcess): void {
  if (child.pid !== undefined) kill(-child.pid);
}

/**
 * Does the same through the first process of the namespace: all others end with it, and its parent reaps it. Killed as
 * a group, they would be left as zombies to the system's first process.
 */
export function killNamespace(child: KernelProcess): void {
  const first = child.pid === undefined ? [] : childrenOf(child.pid);
  if (first.length === 0) killGroup(child);
  for (const pid of first) kill(pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** The limits that the system itself enforces. */
export type SystemLimits = Pick<KernelLimits, "memoryMb" | "cpuSeconds" | "fileMb" | "openFiles">;

/** The shell commands that set the system's limits. */
export function setLimits(limits: SystemLimits): string {
  // dash accepts one limit per call, and sets none if given several.
  return [
    `ulimit -d ${(limits.memoryMb + BASE_MB) * 1024}`,
    `ulimit -t ${limits.cpuSeconds}`,
    // POSIX counts file sizes in blocks of 512 bytes.
    `ulimit -f ${limits.fileMb * 2048}`,
    "ulimit -c 0",
    `ulimit -n ${limits.openFiles}`,
  ].join(" && ");
}

function denoArguments({
  folder,
  program,
  closed,
  limits,
  hosts,
}: ReturnType<typeof asSeen>): readonly string[] {
  return [
    "run",
    "--quiet",
    "--no-prompt",
    `--allow-read=${folder}`,
    `--allow-write=${folder}`,
    `--deny-write=${[join(folder, "node_modules"), ...closed].join(",")}`,
    hosts.length > 0 ? `--allow-net=${hosts.join(",")}` : "--deny-net",
    "--deny-env",
    "--deny-run",
    "--deny-ffi",
    "--deny-import",
    // For the boot program, which drops it before the first cell.
    "--allow-sys=inspector",
    "--no-remote",
    // With npm resolution, Deno would load modules from any node_modules folder above, regardless of read permissions.
    "--no-npm",
    "--no-config",
    "--no-lock",
    "--cached-only",
    `--v8-flags=--max-old-space-size=${limits.memoryMb}`,
    program,
  ];
}
