import { useEffect, useRef, useState } from "preact/hooks";

/** What came since the reader was last at the end. */
export interface News {
  readonly unseen: number;
  readonly isAtEnd: { readonly current: boolean };
  /** The reader has moved. */
  see(isAtEnd: boolean): void;
}

/** Counts what came while the reader was elsewhere. */
export function useNews(count: number, isLive: boolean): News {
  const isAtEnd = useRef(false);
  const [seen, setSeen] = useState<number | undefined>(undefined);
  const latest = useRef(count);
  latest.current = count;
  // What is there at first is no news, and neither is what a moment in the past brings.
  useEffect(() => {
    if (!isLive) setSeen(undefined);
    else setSeen((before) => (before === undefined || isAtEnd.current ? count : before));
  }, [count, isLive]);
  return {
    unseen: isLive && seen !== undefined ? Math.max(0, count - seen) : 0,
    isAtEnd,
    see(isNow) {
      isAtEnd.current = isNow;
      if (isNow) setSeen((before) => (before === undefined ? before : latest.current));
    },
  };
}
