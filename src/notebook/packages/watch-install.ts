import { memoryMb, writtenBytes } from "../kernel/process-tree.ts";
import { watchClosely } from "../kernel/watch-process.ts";
import { type InstallLimits, overQuota, workQuota } from "./install-limits.ts";
import { measure } from "./walk-packages.ts";

/**
 * Watches memory, writes and files of an installer, and reports once which limit was exceeded. Returns the function
 * that stops it.
 */
export function watchInstall(
  pid: number,
  folder: string,
  limits: InstallLimits,
  onPassed: (reason: string) => void,
): () => void {
  const most = workQuota(limits);
  return watchClosely(
    async () => {
      if (((await memoryMb(pid)) ?? 0) > limits.memoryMb) onPassed(tooMuchMemory(limits));
      const bytes = (await writtenBytes(pid)) ?? 0;
      const passed = overQuota({ bytes, files: 0 }, most, limits);
      if (passed !== undefined) onPassed(passed);
    },
    async () => {
      const passed = await measure(folder, most).then(
        (used) => overQuota(used, most, limits),
        (error: Error) => error.message,
      );
      if (passed !== undefined) onPassed(passed);
    },
  );
}

/** The error if an install has exceeded its memory limit. */
export function tooMuchMemory({ memoryMb: most }: Pick<InstallLimits, "memoryMb">): string {
  return `the installer needed more than ${most} MB of memory for what the registry sent. Ask for fewer packages or other versions.`;
}
