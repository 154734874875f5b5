/** Who may speak with the person: one at a time, in the order in which they asked to. */
export interface Floor {
  take<T>(talk: () => Promise<T>): Promise<T>;
  /** Resolves when nobody has it. */
  free(): Promise<void>;
}

/** A floor; `onTake` is called before somebody speaks. */
export function createFloor(onTake: () => void): Floor {
  let last = Promise.resolve();
  return {
    take(talk) {
      const turn = last.then(() => {
        onTake();
        return talk();
      });
      const over = () => {};
      last = turn.then(over, over);
      return turn;
    },
    async free() {
      for (let seen: unknown; seen !== last; ) {
        seen = last;
        await last;
      }
    },
  };
}
