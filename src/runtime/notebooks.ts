import { constants } from "node:os";
import { join } from "node:path";
import { sandboxOf } from "../config/sandbox.ts";
import type { Config } from "../config/schema.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Kernels } from "../notebook/kernel/kernels.ts";
import { lazyNotebooks } from "../notebook/lazy.ts";
import type { InstallRequest, NotebookSettings, Notebooks } from "../notebook/notebooks.ts";
import { createOpener, override } from "../primitives/lazy.ts";
import type { Store } from "../store/port.ts";
import type { Log } from "../telemetry/log.ts";

/** Options for opening the notebooks of a process. */
interface NotebookOptions {
  readonly config: Config;
  readonly home: string;
  readonly store: Store;
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly jobs: Jobs;
  readonly runsJobs: boolean;
  /** Kernels with default settings that were started before the server was loaded. */
  readonly kernels?: Kernels | undefined;
}

/** The notebooks of one process. */
export interface ProcessNotebooks {
  /** The notebooks for callers: cells run wherever the notebook's jobs run. */
  readonly notebooks: Notebooks;
  /** The notebooks for jobs: cells run in the kernels of this process. The same object if jobs are not shared. */
  readonly ownNotebooks: Notebooks;
  /** Ends the kernel that this process has for a notebook. */
  endKernel(notebookId: string): Promise<void>;
}

/** Notebooks on a ledger. Nothing is loaded, and no process or folder is created, before the first call. */
export function openNotebooks(options: NotebookOptions): ProcessNotebooks {
  const { config, home, store, log, env, jobs, runsJobs } = options;
  const opened = createOpener(async () => {
    const [{ createNotebooks }, { createKernels }, { installPackages }] = await Promise.all([
      import("../notebook/notebooks.ts"),
      import("../notebook/kernel/kernels.ts"),
      import("../notebook/packages/install.ts"),
    ]);
    const sandbox = sandboxOf(config);
    const limits = {
      memoryMb: config.notebookMemoryMb,
      cpuSeconds: config.notebookCpuSeconds,
      diskMb: config.notebookDiskMb,
    };
    const folder = join(home, "notebooks");
    const idleMs = config.notebookIdleSeconds * 1000;
    const kernels = options.kernels ?? createKernels({ folder, limits, idleMs, sandbox });
    const install = (order: InstallRequest) =>
      installPackages({ ...order, env, limits: { diskMb: config.notebookDiskMb }, sandbox });
    const settings: NotebookSettings = {
      home,
      timeoutMs: config.notebookTimeoutMs,
      maxTimeoutMs: config.notebookMaxTimeoutMs,
      allowNet: config.notebookAllowNet?.split(",") ?? [],
      install: config.notebookInstall === "on" ? install : undefined,
    };
    const notebooks = createNotebooks(store, kernels, settings);
    // Without a listener the kernels would outlive this process. The servers handle SIGINT and SIGTERM.
    process.once("SIGHUP", () => process.exit(128 + constants.signals.SIGHUP));
    notebooks.sandboxLayers().then(
      (sandboxLayers) => log.info("notebook sandbox layers", { ...sandboxLayers }),
      (error: unknown) => log.warn("notebook sandbox layers", { error }),
    );
    return { notebooks, kernels, settings };
  });

  const lazy = lazyNotebooks(async () => (await opened()).notebooks);
  const ownNotebooks = override(lazy, {
    async close() {
      await lazy.close();
      // The callers' notebooks open the kernels too.
      await (await opened.current?.catch(() => undefined))?.notebooks.close();
      await options.kernels?.close();
    },
  });
  if (!jobs.isShared) return { notebooks: ownNotebooks, ownNotebooks, endKernel: async () => {} };
  const notebooks = lazyNotebooks(async () => {
    const { kernels, settings } = await opened();
    const [{ createNotebooks }, { callerKernels }] = await Promise.all([
      import("../notebook/notebooks.ts"),
      import("../tasks/caller-kernels.ts"),
    ]);
    return createNotebooks(store, callerKernels(jobs, kernels, runsJobs), settings);
  });
  return { notebooks, ownNotebooks, endKernel: async (id) => (await opened.current)?.kernels.restart(id) };
}
