import { type ChildProcessByStdio, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Readable, Writable } from "node:stream";
import boot from "./boot.deno.txt";
import type { Limits } from "./limits.ts";

/** A notebook's process: one pipe in, one pipe out that carries both its stdout and its stderr. */
export type KernelProcess = ChildProcessByStdio<Writable, Readable, null>;

/** What Deno has mapped as data before a cell allocates anything: V8 reserves 512 MB for code, each thread a stack. */
const BASE_MB = 592 + 16 * Math.min(availableParallelism(), 32);

/** Starts Deno in its own process group with no permission but to read and write in the folder. */
export function spawnDeno(
  binary: string,
  folder: string,
  cacheFolder: string,
  limits: Limits,
): KernelProcess {
  // dash takes one limit per call, and sets none when given several.
  const ulimits = [
    `ulimit -d ${(limits.memoryMb + BASE_MB) * 1024}`,
    `ulimit -t ${limits.cpuSeconds}`,
    // POSIX counts files in blocks of 512 bytes.
    `ulimit -f ${limits.fileMb * 2048}`,
    "ulimit -c 0",
  ];
  const script = `${ulimits.join(" && ")} && exec "$0" "$@" 2>&1`;
  return spawn("/bin/sh", ["-c", script, binary, ...denoArguments(folder, limits)], {
    cwd: folder,
    // Never a folder that cells can write: it holds compiled code.
    env: { DENO_DIR: cacheFolder, NO_COLOR: "1" },
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
  });
}

/** Kills the process and all it started; a signal that can be trapped would not do. */
export function killGroup(child: KernelProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}

function denoArguments(folder: string, limits: Limits): readonly string[] {
  return [
    "run",
    "--quiet",
    "--no-prompt",
    `--allow-read=${folder}`,
    `--allow-write=${folder}`,
    "--deny-net",
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
    "--no-code-cache",
    "--cached-only",
    `--v8-flags=--max-old-space-size=${limits.memoryMb}`,
    `data:application/javascript;base64,${Buffer.from(boot).toString("base64")}`,
  ];
}
