/** Remembers which ids were seen lately, and no others. */
export interface Recent {
  note(id: string): void;
  forget(id: string): void;
  count(): number;
}

/** Makes a memory of ids that lasts so long; what has passed is dropped as new ones come. */
export function createRecent(milliseconds: number, now: () => number): Recent {
  // In the order of the last sight: the oldest is always first.
  const seen = new Map<string, number>();
  const drop = (before: number) => {
    for (const [id, at] of seen) {
      if (at > before) return;
      seen.delete(id);
    }
  };
  return {
    note(id) {
      const time = now();
      seen.delete(id);
      seen.set(id, time);
      drop(time - milliseconds);
    },
    forget: (id) => void seen.delete(id),
    count() {
      drop(now() - milliseconds);
      return seen.size;
    },
  };
}
