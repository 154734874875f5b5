import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The temporary folder and the child processes of one benchmark run; closing it leaves nothing behind. */
export interface Workspace {
  readonly root: string;
  /** A new empty folder. */
  folder(): string;
  /** Starts a child with a minimal environment, without its error output, and keeps track of it. */
  start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess;
  /** Ends a child: first by closing its input, then by a signal. */
  end(child: ChildProcess): Promise<void>;
  /** Ends every child that still runs and removes the folder. Synchronous, so that it can run on exit. */
  close(): void;
}

/** Opens a workspace under `parent`, by default the system's temporary folder. */
export function openWorkspace(parent: string = tmpdir()): Workspace {
  const root = mkdtempSync(join(parent, "clew-bench-"));
  const children = new Set<ChildProcess>();
  return {
    root,
    folder: () => mkdtempSync(join(root, "home-")),
    start(args, env) {
      const child = spawn(process.execPath, args, {
        // Caches are in the folder that is removed at the end.
        env: { PATH: process.env.PATH ?? "", HOME: root, TMPDIR: root, ...env },
        cwd: root,
        stdio: ["pipe", "pipe", "ignore"],
      });
      children.add(child);
      child.once("exit", () => children.delete(child));
      return child;
    },
    async end(child) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.stdin?.end();
      const polite = setTimeout(() => child.kill("SIGTERM"), 1_000);
      const firm = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await exited;
      clearTimeout(polite);
      clearTimeout(firm);
    },
    close() {
      for (const child of children) child.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
