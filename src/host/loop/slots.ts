/** A number of places that can be taken. */
export interface Slots {
  /** Resolves when there is a place, in the order of asking. */
  enter(): Promise<void>;
  leave(): void;
}

/** So many places, all free. */
export function openSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async enter() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}
