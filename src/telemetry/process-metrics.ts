import { metrics } from "./metrics.ts";
import type { Registry } from "./registry.ts";

/** Registers the metrics of the process itself (processor, memory, event loop), read on demand. */
export function measureProcess(registry: Registry): void {
  registry.measured(metrics.cpu, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  registry.measured(metrics.residentMemory, () => process.memoryUsage.rss());
  registry.measured(metrics.started, () => performance.timeOrigin / 1000);
  registry.measured(metrics.heapUsed, () => process.memoryUsage().heapUsed);
  registry.measured(metrics.eventLoopActive, () => performance.eventLoopUtilization().active / 1000);
}
