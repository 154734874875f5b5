/** A process that can be suspended while it is idle. */
export interface IdleProcess {
  readonly idleSince: number | undefined;
  suspend(): Promise<void> | undefined;
}

/** How long to wait for a slot: until the signal aborts, or only while another process is being suspended. */
export interface SlotWait {
  readonly signal: AbortSignal;
  readonly waits: boolean;
}

/** How many processes may be alive at once. */
export interface ProcessSlots {
  readonly free: number;
  /**
   * Takes a slot and returns the function that frees it. If none is free, the process that was idle longest is
   * suspended.
   */
  takeSlot(wait: SlotWait): Promise<() => void>;
  /** Call when a process has become idle. */
  update(): void;
}

interface Waiting {
  readonly waits: boolean;
  grant(): void;
  giveUp(): void;
}

/** Limits the number of live processes; one that runs a cell keeps its slot. */
export function createProcessSlots(most: number, processes: () => Iterable<IdleProcess>): ProcessSlots {
  let waiting: readonly Waiting[] = [];
  let taken = 0;
  let suspending = 0;

  const free = () => {
    taken -= 1;
    update();
  };
  const update = () => {
    for (const one of waiting.slice(0, most - taken)) one.grant();
    while (suspending < waiting.length) {
      const suspended = longestIdle(processes())?.suspend();
      if (suspended === undefined) break;
      suspending += 1;
      suspended.finally(() => {
        suspending -= 1;
        update();
      });
    }
    for (const one of waiting.slice(suspending)) if (!one.waits) one.giveUp();
  };

  return {
    get free() {
      return most - taken;
    },
    takeSlot({ signal, waits }) {
      return new Promise((resolve, reject) => {
        const stop = () => {
          waiting = waiting.filter((one) => one !== entry);
          signal.removeEventListener("abort", entry.giveUp);
        };
        const entry: Waiting = {
          waits,
          grant() {
            stop();
            taken += 1;
            resolve(free);
          },
          giveUp() {
            stop();
            reject(new Error("Cells of other notebooks use every process."));
          },
        };
        waiting = [...waiting, entry];
        signal.addEventListener("abort", entry.giveUp);
        if (signal.aborted) entry.giveUp();
        else update();
      });
    },
    update,
  };
}

function longestIdle(processes: Iterable<IdleProcess>): IdleProcess | undefined {
  let longest: IdleProcess | undefined;
  for (const one of processes) {
    if (one.idleSince === undefined) continue;
    if (longest?.idleSince === undefined || one.idleSince < longest.idleSince) longest = one;
  }
  return longest;
}
