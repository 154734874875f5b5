import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const microsecondsPerTick = 10_000;

/** The value below which the share `quantile` of the samples is. */
export function percentile(samples: readonly number[], quantile: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? Number.NaN;
}

/** The median. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** Runs `work` and returns how many milliseconds it took. */
export async function timed(work: () => unknown): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Processor time of a process and its threads, in microseconds; NaN without /proc. */
export function processorTime(pid: number): number {
  const fields = readProc(pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

/** Processor time of the children of this process that have ended, in microseconds; NaN without /proc. */
export function endedChildrenTime(): number {
  const fields = readProc(process.pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * microsecondsPerTick;
}

/** The process that started another. */
export function parentOf(pid: number): number {
  return Number(readProc(pid, "stat").split(") ").at(-1)?.split(" ")[1]);
}

/** Processor time of a process and its children, including ended ones, in microseconds. */
export function familyTime(pid: number): number {
  const fields = readProc(pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
  const ended = (Number(fields[13]) + Number(fields[14])) * microsecondsPerTick;
  const children = readProc(pid, `task/${pid}/children`).trim().split(" ").map(Number);
  const living = children.map(processorTime).filter((time) => !Number.isNaN(time));
  return living.reduce((sum, time) => sum + time, processorTime(pid) + ended);
}

/** Resident memory of a process in megabytes, now (`VmRSS`) or at its highest (`VmHWM`). */
export function residentMemory(pid: number, field: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const kilobytes = new RegExp(`${field}:\\s+(\\d+)`).exec(readProc(pid, "status"))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

/**
 * Median microseconds of one 4 kB write to `folder` that waits for the disk; it is the lower bound of every durable
 * append.
 */
export function synchronisedWrite(folder: string, times = 200): number {
  const file = join(folder, "probe");
  const page = Buffer.alloc(4096, 1);
  const handle = openSync(file, "w");
  const samples: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const begin = performance.now();
    writeSync(handle, page);
    fdatasyncSync(handle);
    samples.push((performance.now() - begin) * 1_000);
  }
  closeSync(handle);
  rmSync(file);
  return median(samples);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
