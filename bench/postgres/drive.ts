/** What some writers did together. */
export interface Drive {
  readonly done: number;
  readonly ms: number;
  /** Milliseconds of each. */
  readonly samples: readonly number[];
}

/** Lets every writer write one after the other until the time is over and enough is written; one that fails ends the run. */
export async function drive(
  writers: readonly (() => Promise<unknown>)[],
  ms: number,
  enough = 0,
): Promise<Drive> {
  const samples: number[] = [];
  const begin = performance.now();
  const work = async (write: () => Promise<unknown>): Promise<void> => {
    for (let before = begin; before - begin < ms || samples.length < enough; ) {
      await write();
      const after = performance.now();
      samples.push(after - before);
      before = after;
    }
  };
  await Promise.all(writers.map(work));
  return { done: samples.length, ms: performance.now() - begin, samples };
}

/** What several drives at one time did together. */
export function together(drives: readonly Drive[]): Drive {
  return {
    done: drives.reduce((sum, { done }) => sum + done, 0),
    ms: Math.max(...drives.map(({ ms }) => ms)),
    samples: drives.flatMap(({ samples }) => samples),
  };
}
