/** The result of a run of several writers. */
export interface Drive {
  readonly done: number;
  readonly ms: number;
  /** Milliseconds of each write. */
  readonly samples: readonly number[];
}

/** Makes all writers write until the time is over and `enough` is written. A failure ends the run. */
export async function drive(
  writers: readonly (() => Promise<unknown>)[],
  ms: number,
  enough = 0,
): Promise<Drive> {
  const samples: number[] = [];
  const start = performance.now();
  const work = async (write: () => Promise<unknown>): Promise<void> => {
    for (let before = start; before - start < ms || samples.length < enough; ) {
      await write();
      const after = performance.now();
      samples.push(after - before);
      before = after;
    }
  };
  await Promise.all(writers.map(work));
  return { done: samples.length, ms: performance.now() - start, samples };
}

/** The combined result of concurrent runs. */
export function together(drives: readonly Drive[]): Drive {
  return {
    done: drives.reduce((sum, { done }) => sum + done, 0),
    ms: Math.max(...drives.map(({ ms }) => ms)),
    samples: drives.flatMap(({ samples }) => samples),
  };
}
