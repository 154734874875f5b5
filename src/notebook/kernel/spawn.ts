import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { KernelLimits } from "./limits.ts";
import { countsThreads, type NamespaceLayer } from "./namespace-layer.ts";
import { INSIDE, inPrivateRoot, type RootOrder, type RootParts } from "./private-root.ts";

/**
 * A notebook's process: one pipe in, one pipe out that carries both its stdout and its stderr. Its own stderr carries only
 * what the programs say that set the process up.
 */
export type KernelProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** What a process is started with; all paths are the host's. */
export interface Spawning {
  readonly binary: string;
  /** The notebook's folder, its real path. */
  readonly folder: string;
  /** The boot program's file, named `boot.js`. */
  readonly program: string;
  /** The host's folder for private roots. */
  readonly bootFolder: string;
  /** Compiled code that a process with a private root gets a copy of. */
  readonly cache?: string | undefined;
  /** Where Deno writes what it compiles, never a folder that cells can write; a private root has one of its own. */
  readonly cacheFolder?: string | undefined;
  /** Folders that cells may not write, even where they lie in the notebook's. */
  readonly closed: readonly string[];
  readonly limits: KernelLimits;
  /** Checked already: they become part of a flag. */
  readonly hosts: readonly string[];
  readonly layer: NamespaceLayer;
}

/**
 * What Deno has mapped as data before a cell allocates anything (V8 reserves 512 MB for code, each thread a stack), less
 * the 16 MB of it that it uses. What this leaves open on machines with few threads is up to the watch over its memory.
 */
const BASE_MB = 500 + 16 * Math.min(availableParallelism(), 32);

/** Starts Deno in its own process group with no permission but its folder and the hosts that it was given. */
export function spawnDeno(spawning: Spawning): KernelProcess {
  const { folder, limits, hosts, layer } = spawning;
  const network = hosts.length > 0;
  const seen = asSeen(spawning);
  const root = layer.root && inPrivateRoot({ ...rootOrder(spawning, layer.root), network });
  const env = {
    DENO_DIR: seen.cacheFolder,
    // A graphics driver would reach devices, and keep files of its own outside the folder.
    DENO_WEBGPU_BACKEND: "none",
    // A private root has no /etc/localtime.
    TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const command = [...(root ?? []), seen.binary, ...denoArguments(seen)];
  // One file may not be larger than all of them together.
  const fileMb = Math.min(limits.fileMb, limits.diskMb);
  return spawnConfined(command, { layer, network, limits: { ...limits, fileMb }, folder, env });
}

/** Where and how a command is confined. */
export interface Confinement {
  readonly layer: NamespaceLayer;
  readonly network: boolean;
  readonly limits: SystemLimits;
  /** Where the command starts, unless a private root sets another. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a command of Deno with these limits, in its own process group and in the namespaces that the system allows. */
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
export function folderSeen({ folder, layer }: Pick<Spawning, "folder" | "layer">): string {
  return layer.root ? INSIDE.folder : folder;
}

/** The same order with the paths that the process sees. */
function asSeen(spawning: Spawning) {
  const { folder, closed, layer, cacheFolder = "" } = spawning;
  if (!layer.root) return { ...spawning, cacheFolder };
  const within = closed.map((path) => relative(folder, path)).filter((path) => !/^\.\.(?:$|\/)/.test(path));
  return {
    ...spawning,
    binary: INSIDE.binary,
    folder: INSIDE.folder,
    program: INSIDE.program,
    cacheFolder: INSIDE.cache,
    closed: within.map((path) => join(INSIDE.folder, path)),
  };
}

function rootOrder(spawning: Spawning, parts: RootParts): Omit<RootOrder, "network"> {
  const { binary, folder, program, bootFolder, cache, cacheFolder, limits } = spawning;
  const threads = countsThreads() ? limits.threads : undefined;
  return { parts, bootFolder, binary, program, folder, cache, sharedCache: cacheFolder, threads };
}

/** Kills the process and all it started, in the way that its namespaces need. */
export function killConfined(child: KernelProcess, { namespaces }: NamespaceLayer): void {
  if (namespaces) killNamespace(child);
  else killGroup(child);
}

/** Kills the process and all it started; a signal that can be trapped would not do. */
export function killGroup(child: KernelProcess): void {
  if (child.pid !== undefined) kill(-child.pid);
}

/**
 * Does the same by way of the first process in the namespace: all others end with it, and its parent
 * collects it. Killed with their group, they would be left as zombies to whatever is the first process of the system.
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
    // Already gone.
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

/** The shell's words that set the limits of the system. */
export function setLimits(limits: SystemLimits): string {
  // dash takes one limit per call, and sets none when given several.
  return [
    `ulimit -d ${(limits.memoryMb + BASE_MB) * 1024}`,
    `ulimit -t ${limits.cpuSeconds}`,
    // POSIX counts files in blocks of 512 bytes.
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
    // For the boot program, which gives it up before the first cell.
    "--allow-sys=inspector",
    "--no-remote",
    // With npm resolution on, Deno loads modules from any node_modules folder above, whatever may be read.
    "--no-npm",
    "--no-config",
    "--no-lock",
    "--cached-only",
    `--v8-flags=--max-old-space-size=${limits.memoryMb}`,
    program,
  ];
}
