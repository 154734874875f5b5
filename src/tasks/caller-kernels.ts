import type { Jobs } from "../jobs/jobs.ts";
import { type Kernels, newId } from "../notebook/kernel/kernels.ts";
import { RUNS } from "./notebook-tasks.ts";

/** The kernels of a server whose cells run at workers; where it is one too, a new notebook gets one of its own at once. */
export function callerKernels(
  jobs: Pick<Jobs, "settle" | "interrupt" | "leave">,
  own: Kernels,
  isWorker: boolean,
): Kernels {
  const notHere = () => Promise.reject(new Error("Cells run at workers."));
  return {
    async reserve() {
      if (!isWorker) return newId();
      const id = await own.reserve();
      await jobs.settle(id);
      return id;
    },
    warm() {},
    run: notHere,
    folderOf: notHere,
    interrupt: () => false,
    async restart(id) {
      await jobs.interrupt(id, RUNS);
      await jobs.leave(id);
    },
    walls: () => own.walls(),
    close: async () => {},
  };
}
