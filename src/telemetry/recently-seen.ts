/** A set of ids that forgets an id some time after it was last seen. */
export interface RecentlySeen {
  note(id: string): void;
  forget(id: string): void;
  count(): number;
}

/** Creates a set whose ids expire after this many milliseconds. */
export function createRecentlySeen(milliseconds: number, now: () => number): RecentlySeen {
  // In order of last sight: the oldest is first.
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
