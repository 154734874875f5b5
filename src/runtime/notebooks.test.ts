import { expect, test } from "vitest";
import { loadConfig } from "../config/load.ts";
import { sandboxOf } from "../config/sandbox.ts";
import { DEFAULT_KERNEL_LIMITS } from "../notebook/kernel/limits.ts";

test("[D27] kernels that start before the configuration is read have the default settings", () => {
  const config = loadConfig({}, {});
  expect(DEFAULT_KERNEL_LIMITS).toMatchObject({
    memoryMb: config.notebookMemoryMb,
    cpuSeconds: config.notebookCpuSeconds,
    diskMb: config.notebookDiskMb,
  });
  expect(sandboxOf(config)).toBe("auto");
});
