import { constants } from "node:os";
import { join } from "node:path";
import type { Config } from "./config/schema.ts";
import { lazyNotebooks } from "./notebook/lazy.ts";
import type { Notebooks } from "./notebook/notebooks.ts";
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
}

/** Notebooks on a ledger; nothing of them is loaded, and no process or folder made, before the first call. */
export function composeNotebooks({ config, home, store, log, env, endWith }: NotebookParts): Notebooks {
  return lazyNotebooks(async () => {
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
    });
    const notebooks = createNotebooks(store, kernels, {
      home,
      timeoutMs: config.notebookTimeoutMs,
      maxTimeoutMs: config.notebookMaxTimeoutMs,
      allowNet: config.notebookAllowNet?.split(",") ?? [],
      ...(config.notebookInstall === "on" && {
        install: (order) => installPackages({ ...order, env }),
      }),
    });
    for (const signal of endWith) process.once(signal, () => process.exit(128 + constants.signals[signal]));
    notebooks.walls().then(
      (walls) => log.info("notebook walls", { ...walls }),
      (error: unknown) => log.warn("notebook walls", { error }),
    );
    return notebooks;
  });
}
