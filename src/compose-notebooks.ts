import { constants } from "node:os";
import { join } from "node:path";
import { sandboxOf } from "./config/sandbox.ts";
import type { Config } from "./config/schema.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { lazyNotebooks } from "./notebook/lazy.ts";
import type { InstallOrder, NotebookSettings, Notebooks } from "./notebook/notebooks.ts";
import type { Store } from "./store/port.ts";
import type { Log } from "./telemetry/log.ts";

/** What notebooks are composed from. */
export interface NotebookParts {
  readonly config: Config;
  /** The data home. */
  readonly home: string;
  readonly store: Store;
  readonly log: Log;
  /** Of this process: an installer takes a few variables of it, cells none. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Signals that are to end this process; without a listener the processes of notebooks would outlive it. */
  readonly endWith: readonly NodeJS.Signals[];
  /** Where runs are handed in. */
  readonly jobs: Jobs;
  /** Whether this process takes jobs itself. */
  readonly isWorker: boolean;
}

/** Notebooks of one process. */
export interface ComposedNotebooks {
  /** As callers have them. */
  readonly notebooks: Notebooks;
  /** With the kernels of this process; the same where no other process takes its jobs. */
  readonly own: Notebooks;
  /** Ends the kernel that this process has for a notebook. */
  endKernel(notebookId: string): Promise<void>;
}

/** Notebooks on a ledger; nothing of them is loaded, and no process or folder made, before the first call. */
export function composeNotebooks(parts: NotebookParts): ComposedNotebooks {
  const { config, home, store, log, env, endWith, jobs, isWorker } = parts;
  let opening: ReturnType<typeof open> | undefined;
  const opened = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  async function open() {
    const [{ createNotebooks }, { createKernels }, { installPackages }] = await Promise.all([
      import("./notebook/notebooks.ts"),
      import("./notebook/kernel/kernels.ts"),
      import("./notebook/packages/install.ts"),
    ]);
    const kernels = createKernels({
      folder: join(home, "notebooks"),
      limits: {
        memoryMb: config.notebookMemoryMb,
        cpuSeconds: config.notebookCpuSeconds,
        diskMb: config.notebookDiskMb,
      },
      idleMs: config.notebookIdleSeconds * 1000,
      sandbox: sandboxOf(config),
    });
    const settings: NotebookSettings = {
      home,
      timeoutMs: config.notebookTimeoutMs,
      maxTimeoutMs: config.notebookMaxTimeoutMs,
      allowNet: config.notebookAllowNet?.split(",") ?? [],
      ...(config.notebookInstall === "on" && {
        install: (order: InstallOrder) =>
          installPackages({
            ...order,
            env,
            limits: { diskMb: config.notebookDiskMb },
            sandbox: sandboxOf(config),
          }),
      }),
    };
    const notebooks = createNotebooks(store, kernels, settings);
    for (const signal of endWith) process.once(signal, () => process.exit(128 + constants.signals[signal]));
    notebooks.walls().then(
      (walls) => log.info("notebook walls", { ...walls }),
      (error: unknown) => log.warn("notebook walls", { error }),
    );
    return { notebooks, kernels, settings };
  }

  const lazy = lazyNotebooks(async () => (await opened()).notebooks);
  const own: Notebooks = {
    ...lazy,
    async close() {
      await lazy.close();
      // The notebooks of callers open the kernels too.
      await (await opening?.catch(() => undefined))?.notebooks.close();
    },
  };
  if (!jobs.isShared) return { notebooks: own, own, endKernel: async () => {} };
  const notebooks = lazyNotebooks(async () => {
    const { kernels, settings } = await opened();
    const [{ createNotebooks }, { callerKernels }] = await Promise.all([
      import("./notebook/notebooks.ts"),
      import("./tasks/caller-kernels.ts"),
    ]);
    return createNotebooks(store, callerKernels(jobs, kernels, isWorker), settings);
  });
  return { notebooks, own, endKernel: async (id) => (await opening)?.kernels.restart(id) };
}
