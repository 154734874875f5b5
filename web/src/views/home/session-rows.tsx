import { useEffect, useRef } from "preact/hooks";
import "./session-rows.css";
import type { ApiError } from "../../data/request.ts";
import { FILTER_FIELDS, type SessionFilter } from "../../input/route.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { dayName, present } from "../../ui/time.tsx";
import { isPicking, selection } from "./selection.ts";
import { SessionItem } from "./session-item.tsx";
import { groupByDay, type SessionList } from "./session-list.ts";

export interface SessionRowsProps {
  readonly list: SessionList;
  readonly filter: SessionFilter;
  readonly error: ApiError | undefined;
  readonly isLoadingMore: boolean;
  onMore(): void;
}

/** The sessions; more are loaded as the end comes near. */
export function SessionRows({ list, filter, error, isLoadingMore, onMore }: SessionRowsProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  const hasMore = list.next !== undefined;
  // Observes again after each page, because the end may still be in view.
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
        No session matches {describe(filter)}. <a href="/">Clear the filter</a>
      </p>
    );
  return (
    <>
      {groupByDay(list).map(({ day, rows }) => (
        <section key={rows[0]!.id} class="day">
          <h2>{dayName(day, present())}</h2>
          <ol class={selection.value.size > 0 || isPicking.value ? "sessions is-selecting" : "sessions"}>
            {rows.map((row) => (
              <SessionItem
                key={row.id}
                row={row}
                text={filter.text ?? ""}
                isSelected={selection.value.has(row.id)}
              />
            ))}
          </ol>
        </section>
      ))}
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

/** A filter in words. */
function describe(filter: SessionFilter): string {
  const parts = FILTER_FIELDS.flatMap((field) =>
    filter[field] === undefined ? [] : `${field} “${filter[field]}”`,
  );
  return parts.join(", ");
}
