/** A process that can be suspended while it is idle. */
export interface Resident {
  readonly restsSince: number | undefined;
  sleep(): Promise<void> | undefined;
}

/** How long to wait for a slot: until the signal aborts, or only while another process is being suspended. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly waits: boolean;
}

/** How many processes may be alive at once. */
export interface Places {
  readonly free: number;
  /**
   * Takes a slot and returns the function that frees it. If none is free, the process that was idle longest is
   * suspended.
   */
  enter(patience: Patience): Promise<() => void>;
  /** A process has become idle. */
  settle(): void;
}

interface Waiting {
  readonly waits: boolean;
  grant(): void;
  giveUp(): void;
}

/** Limits the number of live processes; one that runs a cell keeps its slot. */
export function createPlaces(most: number, residents: () => Iterable<Resident>): Places {
  let waiting: readonly Waiting[] = [];
  let taken = 0;
  let leaving = 0;

  const leave = () => {
    taken -= 1;
    settle();
  };
  const settle = () => {
    for (const one of waiting.slice(0, most - taken)) one.grant();
    while (leaving < waiting.length) {
      const asleep = longestResting(residents())?.sleep();
      if (asleep === undefined) break;
      leaving += 1;
      asleep.finally(() => {
        leaving -= 1;
        settle();
      });
    }
    for (const one of waiting.slice(leaving)) if (!one.waits) one.giveUp();
  };

  return {
    get free() {
      return most - taken;
    },
    enter({ signal, waits }) {
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
            resolve(leave);
          },
          giveUp() {
            stop();
            reject(new Error("Every process is taken by cells of other notebooks."));
          },
        };
        waiting = [...waiting, entry];
        signal.addEventListener("abort", entry.giveUp);
        if (signal.aborted) entry.giveUp();
        else settle();
      });
    },
    settle,
  };
}

function longestResting(residents: Iterable<Resident>): Resident | undefined {
  let longest: Resident | undefined;
  for (const resident of residents) {
    if (resident.restsSince === undefined) continue;
    if (longest?.restsSince === undefined || resident.restsSince < longest.restsSince) longest = resident;
  }
  return longest;
}
