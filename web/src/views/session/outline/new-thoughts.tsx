import { useEffect, useRef, useState } from "preact/hooks";

export interface NewThoughtsProps {
  readonly count: number;
  onShow(): void;
}

/** A button that scrolls to new thoughts. The region is always rendered, so that screen readers announce changes. */
export function NewThoughts({ count, onShow }: NewThoughtsProps) {
  return (
    <div class="new-thoughts" role="status">
      {count > 0 && (
        <button type="button" class="button waiting-thoughts" onClick={onShow}>
          {count === 1 ? "1 new thought" : `${count.toLocaleString("en-GB")} new thoughts`}
        </button>
      )}
    </div>
  );
}

export interface Unseen {
  readonly count: number;
  readonly isAtEnd: { readonly current: boolean };
  onScroll(isAtEnd: boolean): void;
}

/** Counts the thoughts that arrived while the end of the list was out of view. */
export function useUnseen(count: number, isLive: boolean, isWhole: boolean): Unseen {
  const isAtEnd = useRef(false);
  const [seen, setSeen] = useState<number | undefined>(undefined);
  const latest = useRef(count);
  latest.current = count;
  // Thoughts of the first load and of a past moment are not new.
  useEffect(() => {
    if (!isLive || !isWhole) setSeen(undefined);
    else setSeen((before) => (before === undefined || isAtEnd.current ? count : before));
  }, [count, isLive, isWhole]);
  return {
    count: isLive && seen !== undefined ? Math.max(0, count - seen) : 0,
    isAtEnd,
    onScroll(isNow) {
      isAtEnd.current = isNow;
      if (isNow) setSeen((before) => (before === undefined ? before : latest.current));
    },
  };
}
