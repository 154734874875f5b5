import { randomInt } from "node:crypto";
import { rmdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { atExit } from "./at-exit.ts";
import { createKernel, type Kernel, type RunOptions, type RunResult } from "./kernel.ts";
import { DEFAULT_KERNEL_LIMITS, type KernelLimits } from "./limits.ts";
import type { NamespaceLayer } from "./namespace-layer.ts";
import { createProcessSlots } from "./process-slots.ts";
import { findSandboxLayers, type SandboxLayers } from "./sandbox-layers.ts";

/** Options of the kernels of a process. */
export interface KernelSettings {
  /** Contains the folder of each notebook, named by its id. */
  readonly folder: string;
  readonly limits?: Partial<KernelLimits>;
  /** `required` runs no cell without the file layer; the default is `auto`. */
  readonly sandbox?: "required" | "auto";
  /** By default, the best that the system allows. */
  readonly layer?: NamespaceLayer;
  /** A kernel that is idle for this long is suspended: its process ends, its notebook still works. */
  readonly idleMs?: number;
  /** How many processes may be alive at once; above that, the one that was idle longest is suspended. */
  readonly most?: number;
  /** How many processes wait for new notebooks, once the first notebook was created. */
  readonly warm?: number;
}

/** The notebook that a run belongs to. */
export interface KernelOf {
  readonly id: string;
  readonly allowNet?: readonly string[];
}

/** The kernels of this process's notebooks, one each, with a pool of started processes. */
export interface Kernels {
  /** The id of a new notebook. Its folder exists, perhaps with a started process. */
  reserve(): Promise<string>;
  /** Starts the processes that wait for new notebooks; resolves when they are being set up. */
  fill(): Promise<void>;
  /** Starts the notebook's process before its first run. */
  warm(of: KernelOf): void;
  /** Runs a cell; starts the process if there is none. */
  run(of: KernelOf, code: string, options?: RunOptions): Promise<RunResult>;
  /** Ends the current run; false if nothing runs. */
  interrupt(id: string): boolean;
  /** Ends the notebook's process, if it has one. */
  restart(id: string): Promise<void>;
  /** The notebook's folder, created if missing. */
  folderOf(id: string): Promise<string>;
  sandboxLayers(): Promise<SandboxLayers>;
  close(): Promise<void>;
}

const IDLE_MS = 10 * 60_000;
const MOST = 32;
const WARM = 1;
/** The pool is refilled a moment after a notebook was created, so that its first cell gets the processor. */
const FILL_MS = 250;
const ID_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Creates the kernels of notebooks below one folder; no process starts before the first notebook needs one. */
export function createKernels(settings: KernelSettings): Kernels {
  const { idleMs = IDLE_MS, most = MOST, warm = WARM } = settings;
  const kernels = new Map<string, Kernel>();
  const slots = createProcessSlots(most, () => kernels.values());
  const spares: string[] = [];
  let filling: Promise<void> = Promise.resolve();
  let fillTimer: NodeJS.Timeout | undefined;
  let closed = false;

  const checkOpen = () => {
    if (closed) throw new Error("The kernels are closed.");
  };
  const folderOf = async (id: string): Promise<string> => {
    const folder = pathOf(settings.folder, id);
    await makeFolder(folder);
    return folder;
  };
  const kernelOf = (id: string): Kernel => {
    checkOpen();
    const known = kernels.get(id);
    if (known) return known;
    let idle: NodeJS.Timeout | undefined;
    const kernel = createKernel({
      folder: pathOf(settings.folder, id),
      limits: settings.limits,
      sandbox: settings.sandbox,
      layer: settings.layer,
      takeSlot: slots.takeSlot,
      onIdle() {
        clearTimeout(idle);
        if (!closed) idle = setTimeout(() => void kernel.suspend(), idleMs).unref();
        slots.update();
      },
    });
    kernels.set(id, kernel);
    return kernel;
  };
  /** The first run reports errors. */
  const warmUp = async (id: string, allowNet?: readonly string[]): Promise<void> => {
    try {
      await folderOf(id);
      await kernelOf(id).warm(allowNet);
    } catch {}
  };
  const fillPool = async (): Promise<void> => {
    for (let missing = warm - spares.length; missing > 0 && !closed && slots.free > 0; missing -= 1) {
      const id = newId();
      spares.push(id);
      await warmUp(id);
    }
  };
  const fill = (): Promise<void> => {
    filling = filling.then(fillPool);
    return filling;
  };
  const removeSpares = () => {
    for (const id of spares.splice(0)) removeIfEmpty(pathOf(settings.folder, id));
  };
  const forget = atExit(removeSpares);

  return {
    folderOf,
    async reserve() {
      checkOpen();
      const id = spares.shift() ?? newId();
      const kernel = kernelOf(id);
      await folderOf(id);
      if (kernel.idleSince === undefined) void warmUp(id);
      fillTimer ??= setTimeout(() => {
        fillTimer = undefined;
        void fill();
      }, FILL_MS).unref();
      return id;
    },
    fill,
    warm({ id, allowNet }) {
      void warmUp(id, allowNet);
    },
    async run({ id, allowNet }, code, options) {
      const kernel = kernelOf(id);
      await folderOf(id);
      return kernel.run(code, { ...options, ...(allowNet && { allowNet }) });
    },
    interrupt: (id) => kernels.get(id)?.interrupt() ?? false,
    restart: async (id) => kernels.get(id)?.restart(),
    sandboxLayers: () => findSandboxLayers({ ...DEFAULT_KERNEL_LIMITS, ...settings.limits }, settings.layer),
    async close() {
      closed = true;
      clearTimeout(fillTimer);
      await Promise.all([...kernels.values()].map((kernel) => kernel.close()));
      await filling;
      removeSpares();
      forget();
    },
  };
}

/** A random id for a new notebook. */
export function newId(): string {
  return `nb-${Array.from({ length: 10 }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join("")}`;
}

/** The path of a notebook's folder; refuses an id that could lead elsewhere. */
function pathOf(folder: string, id: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) throw new Error("Not the id of a notebook.");
  return join(folder, id);
}

/** Never deletes a file with it. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It was never created, or another program put something there.
  }
}

/** Creates a folder and its parents. Node's recursive `mkdir` reports a read-only file system as a missing folder. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await makeFolder(folder);
  }
}
