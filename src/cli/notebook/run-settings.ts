import { sandboxOf } from "../../config/sandbox.ts";
import type { Config } from "../../config/schema.ts";
import { allowedHosts } from "../../notebook/kernel/allowed-hosts.ts";
import type { KernelLimits } from "../../notebook/kernel/limits.ts";
import { CommandFailure, type Terminal } from "../command.ts";
import { line } from "../table.ts";
import type { NotebookRun } from "./run-notebook.ts";

/** Flags of a run. */
export interface RunFlags {
  readonly install: boolean;
  readonly keepGoing?: boolean;
  readonly timeout?: string;
  readonly allowNet?: string;
}

/** The settings of a run from its flags and the configuration; refuses invalid flags. */
export function runSettings(flags: RunFlags, config: Config, { env }: Terminal): NotebookRun {
  return {
    install: flags.install && config.notebookInstall === "on",
    keepGoing: flags.keepGoing === true,
    allowNet: hostsOf(flags.allowNet),
    timeoutMs: flags.timeout === undefined ? config.notebookTimeoutMs : millisecondsOf(flags.timeout),
    limits: limitsOf(config),
    sandbox: sandboxOf(config),
    env,
  };
}

/** The limits that the configuration sets. */
export function limitsOf(config: Config): Partial<KernelLimits> {
  return {
    memoryMb: config.notebookMemoryMb,
    cpuSeconds: config.notebookCpuSeconds,
    diskMb: config.notebookDiskMb,
  };
}

function millisecondsOf(given: string): number {
  const number = Number(given);
  // The longest time that a timer accepts.
  if (Number.isSafeInteger(number) && number >= 1 && number < 2 ** 31) return number;
  throw new CommandFailure(`--timeout: '${line(given, 80)}' is not a valid number of milliseconds`, 2);
}

/** The person at the shell is the operator, so the hosts named here are permitted. */
function hostsOf(given: string | undefined): readonly string[] {
  try {
    return allowedHosts(given?.split(",").map((host) => host.trim()));
  } catch (error) {
    throw new CommandFailure(`--allow-net: ${line((error as Error).message)}`, 2);
  }
}
