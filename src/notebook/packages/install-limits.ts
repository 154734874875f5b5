import { DEFAULT_KERNEL_LIMITS, type KernelLimits } from "../kernel/limits.ts";

/** Resource limits of one install. */
export interface InstallLimits
  extends Pick<KernelLimits, "memoryMb" | "cpuSeconds" | "openFiles" | "threads"> {
  /** All packages of the notebook together. */
  readonly diskMb: number;
  /** Files and folders of all packages together. */
  readonly files: number;
}

/** The default limits; packages have the same quota as the notebook's other files. */
export const INSTALL_LIMITS: InstallLimits = {
  memoryMb: 1024,
  cpuSeconds: 120,
  openFiles: 1024,
  threads: 128,
  diskMb: DEFAULT_KERNEL_LIMITS.diskMb,
  files: DEFAULT_KERNEL_LIMITS.files,
};

/** The size of a folder, each file counted once. */
export interface Usage {
  readonly bytes: number;
  readonly files: number;
}

const MB = 1024 * 1024;
/** The registry's metadata is in the work folder too during the install. */
const METADATA = { bytes: 64 * MB, files: 2_000 };

/** The limits of the packages. */
export function packageQuota({ diskMb, files }: InstallLimits): Usage {
  return { bytes: diskMb * MB, files };
}

/** The limits of the work folder; the installer's cache has each package too, by hard links. */
export function workQuota(limits: InstallLimits): Usage {
  const { bytes, files } = packageQuota(limits);
  return { bytes: bytes + METADATA.bytes, files: 2 * files + METADATA.files };
}

/** The limit that was exceeded, as a sentence for callers; undefined if none. */
export function overQuota(used: Usage, most: Usage, { diskMb, files }: InstallLimits): string | undefined {
  if (used.files > most.files)
    return `the packages would have more than ${files.toLocaleString("en-GB")} files. Ask for fewer or smaller packages.`;
  if (used.bytes > most.bytes)
    return `the packages would take more than ${diskMb} MB. Ask for fewer or smaller packages, or have the operator raise CLEW_NOTEBOOK_DISK_MB.`;
  return undefined;
}
