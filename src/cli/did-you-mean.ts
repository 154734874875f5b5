import { closest } from "../ledger/index.ts";

/** " Did you mean 'x'?", or nothing if no name is near. */
export function didYouMean(written: string, names: readonly string[]): string {
  const near = closest(written, names);
  return near === undefined ? "" : ` Did you mean '${near}'?`;
}
