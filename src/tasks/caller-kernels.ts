import type { Jobs } from "../jobs/jobs.ts";
import { type Kernels, newId } from "../notebook/kernel/kernels.ts";
import { RUN_TASKS } from "./notebook-tasks.ts";

/** The kernels of a server whose cells run on workers. If it is a worker itself, it becomes the owner of new notebooks. */
export function callerKernels(
  jobs: Pick<Jobs, "own" | "interrupt" | "disown">,
  own: Kernels,
  isWorker: boolean,
): Kernels {
  const notHere = () => Promise.reject(new Error("Cells run on workers."));
  return {
    async reserve() {
      if (!isWorker) return newId();
      const id = await own.reserve();
      await jobs.own(id);
      return id;
    },
    fill: async () => {},
    warm() {},
    run: notHere,
    folderOf: notHere,
    interrupt: () => false,
    async restart(id) {
      await jobs.interrupt(id, RUN_TASKS);
      await jobs.disown(id);
    },
    sandboxLayers: () => own.sandboxLayers(),
    close: async () => {},
  };
}
