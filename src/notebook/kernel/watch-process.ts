import type { Allowance, DiskCheck } from "./disk-check.ts";
import type { LiveProcess } from "./process.ts";
import { lowerPriority, memoryMb, processorSeconds } from "./process-tree.ts";

/** A process that has used more gets a lower priority than the server, so that new processes start fast. */
const BUSY_CPU_SECONDS = 0.25;
const IDLE_MS = 2_000;
/** Limits for timers and promises that continue after their run was answered. */
const IDLE_CPU_SECONDS = 5;

/**
 * Watches memory, files and processor time of a process while a cell runs; checks files less often the more there are.
 * Returns the function that stops it.
 */
export function watchRun(
  process: LiveProcess,
  disk: DiskCheck,
  allowed: Allowance,
  onFull: (says: string) => void,
): () => void {
  return watchClosely(
    async () => {
      if (await usesTooMuchMemory(process))
        onFull(`The cell's process used more than ${process.memoryMb} MB of memory.`);
    },
    async () => {
      const full = await disk.problem(allowed, process.pid);
      if (full !== undefined) onFull(full);
      await lowerPriorityIfBusy(process);
    },
  );
}

/**
 * Ends an idle process that uses the processor or fills the disk. Without /proc, its processor time is bounded only by
 * the limit on its whole life, and by its suspension after a time without runs.
 */
export function watchIdle(process: LiveProcess, disk: DiskCheck): () => void {
  let first: number | undefined;
  let last: number | undefined;
  const isFull = disk.allowance(process.pid).then(
    (allowed) => async () => (await disk.problem(allowed, process.pid)) !== undefined,
    () => () => true,
  );
  return repeat(async () => {
    const used = process.pid === undefined ? undefined : await processorSeconds(process.pid);
    first ??= used;
    const wasAtWork = used === undefined || last === undefined || used > last;
    last = used;
    if (used !== undefined && first !== undefined && used - first > IDLE_CPU_SECONDS) void process.kill();
    else if (await usesTooMuchMemory(process)) void process.kill();
    else if (wasAtWork && (await (await isFull)())) void process.kill();
  }, IDLE_MS);
}

async function usesTooMuchMemory({ pid, memoryMb: most }: LiveProcess): Promise<boolean> {
  const used = pid === undefined ? undefined : await memoryMb(pid);
  return used !== undefined && used > most;
}

async function lowerPriorityIfBusy(process: LiveProcess): Promise<void> {
  if (process.hasLowPriority || process.pid === undefined) return;
  const used = await processorSeconds(process.pid);
  if (used !== undefined && used < BUSY_CPU_SECONDS) return;
  process.hasLowPriority = true;
  await lowerPriority(process.pid);
}

const SHORTEST_MS = 50;
const LONGEST_MS = 1_000;
/** The time between two slow checks, as a multiple of the duration of one. */
const SHARE = 10;

/** Repeats a quick check every 50 ms, and a slow one less often the longer it takes. Returns the function that ends both. */
export function watchClosely(quick: () => Promise<void>, slow: () => Promise<void>): () => void {
  const endQuick = repeat(quick, SHORTEST_MS);
  const endSlow = repeat(slow, SHORTEST_MS, (tookMs) =>
    Math.min(LONGEST_MS, Math.max(SHORTEST_MS, SHARE * tookMs)),
  );
  return () => {
    endQuick();
    endSlow();
  };
}

/** Repeats a task, with a pause that may depend on how long it took; does not keep this process alive. */
function repeat(
  task: () => Promise<void>,
  firstMs: number,
  pauseAfter: (tookMs: number) => number = () => firstMs,
): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const after = (ms: number) => {
    if (stopped) return;
    timer = setTimeout(async () => {
      const began = performance.now();
      await task();
      after(pauseAfter(performance.now() - began));
    }, ms).unref();
  };
  after(firstMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
