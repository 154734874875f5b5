/** Finds a free number, from 1. Doubles and then bisects, so it needs few checks even if thousands are in use. */
export function freeNumber(isTaken: (number: number) => boolean): number {
  let high = 1;
  while (isTaken(high)) high *= 2;
  let low = high === 1 ? 0 : high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTaken(middle)) low = middle;
    else high = middle;
  }
  return high;
}
