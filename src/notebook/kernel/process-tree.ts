import { readdir, readFile, writeFile } from "node:fs/promises";
import { constants, getPriority, setPriority } from "node:os";

const TICKS_PER_SECOND = 100;
const LOWER_BY = 10;

/** A process and its descendants, itself first; only itself where the system does not list them. */
export async function processTree(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const families = text.split(" ").filter(Boolean).map(Number).map(processTree);
  return [pid, ...(await Promise.all(families)).flat()];
}

/** Processor time of a process and its descendants, in seconds; undefined without /proc. */
export async function processorSeconds(pid: number): Promise<number | undefined> {
  const times = await Promise.all((await processTree(pid)).map(secondsOf));
  return times.every((time) => time === undefined)
    ? undefined
    : times.reduce<number>((sum, time) => sum + (time ?? 0), 0);
}

/** Memory of a process and its descendants that is not backed by files, in megabytes; undefined without /proc. */
export async function memoryMb(pid: number): Promise<number | undefined> {
  const sizes = await Promise.all((await processTree(pid)).map(anonymousKb));
  const known = sizes.filter((size) => size !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, size) => sum + size, 0) / 1024;
}

/**
 * Bytes that a process and its descendants wrote to files and pipes; undefined where the system does not report them.
 */
export async function writtenBytes(pid: number): Promise<number | undefined> {
  const counts = await Promise.all((await processTree(pid)).map(charactersWritten));
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}

/** Gives this process priority over another one and its descendants, where the system allows it. */
export async function lowerPriority(pid: number): Promise<void> {
  await setPriorities(pid, LOWER_BY);
}

/** Restores the priority, where the system allows it: a killed process needs processor time to end. */
export async function restorePriority(pid: number): Promise<void> {
  await setPriorities(pid, 0);
}

async function setPriorities(pid: number, lowerBy: number): Promise<void> {
  // Linux schedules by session if autogroups are enabled, otherwise by thread.
  await writeFile(`/proc/${pid}/autogroup`, `${lowerBy}`).catch(() => {});
  const priority = Math.min(constants.priority.PRIORITY_LOW, getPriority() + lowerBy);
  for (const member of await processTree(pid)) {
    const threads = await readdir(`/proc/${member}/task`).catch(() => [member]);
    for (const thread of threads)
      try {
        setPriority(Number(thread), priority);
      } catch {
        // The process has ended, or its priority cannot be changed.
      }
  }
}

async function anonymousKb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => undefined);
  return status === undefined
    ? undefined
    : [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0);
}

async function charactersWritten(pid: number): Promise<number | undefined> {
  const io = await readFile(`/proc/${pid}/io`, "utf8").catch(() => "");
  const [, count] = /^wchar: (\d+)$/m.exec(io) ?? [];
  return count === undefined ? undefined : Number(count);
}

async function secondsOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The name before the bracket may contain any character.
  const fields = stat?.slice(stat.lastIndexOf(") ") + 2).split(" ");
  return fields && (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
