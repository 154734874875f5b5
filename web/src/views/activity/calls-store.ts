import { useCallback, useEffect, useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { InvocationList } from "../../data/api-types.ts";
import type { ApiError } from "../../data/request.ts";
import { asApiError } from "../../data/resource.ts";
import type { ActivityFilter } from "../../input/route.ts";
import { usePolling } from "./poll-metrics.ts";

const PAGE = 50;

/** The calls on the page, and the number of newer ones. */
export interface Calls {
  readonly rows: InvocationList | undefined;
  /** Newer calls; `showNew` shows them, so that rows do not move on their own. */
  readonly waiting: number;
  readonly hasMore: boolean;
  readonly error: ApiError | undefined;
  showNew(): void;
  loadMore(): void;
}

interface State {
  readonly rows?: InvocationList;
  readonly newest?: InvocationList;
  readonly hasMore: boolean;
  readonly error?: ApiError;
}

/** Polls the calls that match a filter. */
export function useCalls(filter: ActivityFilter): Calls {
  const [state, setState] = useState<State>({ hasMore: false });
  const { tool, session, outcome } = filter;
  const load = useCallback(
    (signal: AbortSignal | undefined, before?: string) =>
      api.invocations(
        {
          limit: PAGE,
          tool,
          session,
          before,
          failed: outcome && String(outcome === "failed"),
        },
        signal && { signal },
      ),
    [tool, session, outcome],
  );
  useEffect(() => setState({ hasMore: false }), [load]);
  const poll = useCallback(
    async (signal: AbortSignal) => {
      try {
        const newest = await load(signal);
        setState((before) =>
          before.rows && before.rows.length > 0
            ? { ...before, error: undefined, newest }
            : { rows: newest, hasMore: newest.length === PAGE },
        );
      } catch (error) {
        if (!signal.aborted) setState((before) => ({ ...before, error: asApiError(error) }));
      }
    },
    [load],
  );
  usePolling(poll);
  const { rows, newest, hasMore, error } = state;
  const known = new Set(rows?.map(({ id }) => id));
  return {
    rows,
    waiting: newest?.filter(({ id }) => !known.has(id)).length ?? 0,
    hasMore,
    error,
    showNew: () => newest && setState({ rows: newest, hasMore: newest.length === PAGE }),
    loadMore() {
      load(undefined, rows!.at(-1)!.id).then(
        (older) =>
          setState((now) => ({ ...now, rows: [...now.rows!, ...older], hasMore: older.length === PAGE })),
        (failed) => setState((now) => ({ ...now, error: asApiError(failed) })),
      );
    },
  };
}
