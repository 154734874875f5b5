import type { Store } from "../port.ts";

/** Two stores opened on one ledger, as two servers have it; fresh for each test. */
export interface TwoStores {
  readonly one: Store;
  readonly other: Store;
}

/** Runs a task several times at once, alternating between both stores; results in order of the calls. */
export function byTurns<T>(
  { one, other }: TwoStores,
  times: number,
  work: (store: Store, turn: number) => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  return Promise.allSettled(
    Array.from({ length: times }, (_, turn) => work(turn % 2 === 0 ? one : other, turn)),
  );
}

/** The results of the tasks that succeeded. */
export function wonBy<T>(settled: readonly PromiseSettledResult<T>[]): T[] {
  return settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/** The errors of the others. */
export function refusals(settled: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return settled.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
}
