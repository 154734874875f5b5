import { useEffect, useRef } from "preact/hooks";
import type { ApiError } from "../../data/request.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { SessionItem } from "./session-item.tsx";
import type { SessionList } from "./session-list.ts";

/** What the rows are shown with. */
export interface SessionRowsProps {
  readonly list: SessionList;
  /** The text that it is filtered by. */
  readonly text: string;
  readonly error: ApiError | undefined;
  readonly isLoadingMore: boolean;
  onMore(): void;
}

/** The sessions, and more of them as the reader comes near the end. */
export function SessionRows({ list, text, error, isLoadingMore, onMore }: SessionRowsProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  const hasMore = list.next !== undefined;
  // Each page moves the end, which may still be in sight.
  useEffect(() => {
    if (!hasMore || !end.current || error) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: "600px",
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [hasMore, list.rows.length, error]);
  if (list.rows.length === 0)
    return (
      <p class="nothing">
        No session matches. <a href="/">Show all</a>
      </p>
    );
  return (
    <>
      <ol class="sessions">
        {list.rows.map((row) => (
          <SessionItem key={row.id} row={row} text={text} />
        ))}
      </ol>
      {error && <LoadError error={error} retry={onMore} />}
      {hasMore && (
        <div class="list-end" ref={end}>
          <button type="button" class="button" onClick={onMore} disabled={isLoadingMore}>
            {isLoadingMore ? "Loading…" : "Show more"}
          </button>
        </div>
      )}
    </>
  );
}
