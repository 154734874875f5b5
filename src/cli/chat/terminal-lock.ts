/** Lets one part of the program at a time ask or answer the person, in the order of the requests. */
export interface TerminalLock {
  hold<T>(talk: () => Promise<T>): Promise<T>;
  /** Resolves when nobody holds the lock. */
  idle(): Promise<void>;
}

/** Creates a lock; `onHold` is called each time before it is held. */
export function createTerminalLock(onHold: () => void): TerminalLock {
  let last = Promise.resolve();
  return {
    hold(talk) {
      const talked = last.then(() => {
        onHold();
        return talk();
      });
      const release = () => {};
      last = talked.then(release, release);
      return talked;
    },
    async idle() {
      for (let seen: unknown; seen !== last; ) {
        seen = last;
        await last;
      }
    },
  };
}
