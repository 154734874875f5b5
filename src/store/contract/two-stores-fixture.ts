import type { Store } from "../port.ts";

/** Two stores that were opened on one ledger, as two servers have it; fresh for each test. */
export interface TwoStores {
  readonly one: Store;
  readonly other: Store;
}

/** Does a piece of work so many times at once, by turns through one store and the other; in order of the turns. */
export function byTurns<T>(
  { one, other }: TwoStores,
  times: number,
  work: (store: Store, turn: number) => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  return Promise.allSettled(
    Array.from({ length: times }, (_, turn) => work(turn % 2 === 0 ? one : other, turn)),
  );
}

/** What came of the work that went well. */
export function wonBy<T>(settled: readonly PromiseSettledResult<T>[]): T[] {
  return settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/** Why the others were refused. */
export function refusals(settled: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return settled.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
}
