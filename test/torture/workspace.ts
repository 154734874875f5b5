import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processesWith } from "../support/processes.ts";

/** The temporary folder of a run, with everything that its servers write. */
export interface Workspace {
  readonly root: string;
  /** A new empty folder. */
  folder(name: string): string;
  /** A new small file system; undefined where mounting is not allowed. */
  smallDisk(megabytes: number): string | undefined;
  /** Processes of this run that still live. */
  processes(): readonly string[];
  /** The command line of a process. */
  describe(pid: string): string;
  /** Ends those processes and removes everything. Synchronous, so that it can run on exit. */
  close(): void;
}

/** Opens a workspace among the temporary files. */
export function openWorkspace(): Workspace {
  const root = mkdtempSync(join(tmpdir(), `clew-torture-${process.pid}-`));
  // A database server that runs as another user has its files below.
  chmodSync(root, 0o755);
  mkdirSync(join(root, "tmp"));
  const mounted = new Set<string>();
  let folders = 0;
  const folder = (name: string) => {
    const path = join(root, `${name}-${++folders}`);
    mkdirSync(path);
    return path;
  };
  return {
    root,
    folder,
    smallDisk(megabytes) {
      const path = folder("disk");
      if (!tryRun("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path)) return undefined;
      mounted.add(path);
      return path;
    },
    processes: () => processesWith(root),
    describe(pid) {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 200);
      } catch {
        return "ended meanwhile";
      }
    },
    close() {
      for (const pid of processesWith(root)) endProcess(Number(pid));
      for (const path of mounted)
        if (tryRun("umount", path) || tryRun("umount", "-l", path)) mounted.delete(path);
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

function tryRun(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
