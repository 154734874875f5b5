import { useCallback, useEffect, useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { InvocationList } from "../../data/api-types.ts";
import type { ApiError } from "../../data/request.ts";
import { asApiError } from "../../data/resource.ts";
import type { ActivityFilter } from "../../input/route.ts";
import { useWhileSeen } from "./readings.ts";

const PAGE = 50;

/** The calls that are shown, and those that wait to be. */
export interface Calls {
  readonly rows: InvocationList | undefined;
  /** How many newer ones there are; they come when they are asked for, so that nothing moves. */
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

/** Follows the calls that a filter lets through. */
export function useCalls(filter: ActivityFilter): Calls {
  const [state, setState] = useState<State>({ hasMore: false });
  const { tool, session, outcome } = filter;
  const ask = useCallback(
    (signal: AbortSignal | undefined, before?: string) =>
      api.invocations(
        {
          limit: PAGE,
          tool,
          session,
          before,
          ...(outcome && { failed: String(outcome === "failed") }),
        },
        signal && { signal },
      ),
    [tool, session, outcome],
  );
  useEffect(() => setState({ hasMore: false }), [ask]);
  const look = useCallback(
    async (signal: AbortSignal) => {
      try {
        const newest = await ask(signal);
        setState((before) =>
          before.rows && before.rows.length > 0
            ? { ...without(before), newest }
            : { rows: newest, hasMore: newest.length === PAGE },
        );
      } catch (error) {
        if (!signal.aborted) setState((before) => ({ ...before, error: asApiError(error) }));
      }
    },
    [ask],
  );
  useWhileSeen(look);
  const { rows, newest, hasMore, error } = state;
  const known = new Set(rows?.map(({ id }) => id));
  return {
    rows,
    waiting: newest?.filter(({ id }) => !known.has(id)).length ?? 0,
    hasMore,
    error,
    showNew: () => newest && setState({ rows: newest, hasMore: newest.length === PAGE }),
    loadMore() {
      ask(undefined, rows!.at(-1)!.id).then(
        (older) =>
          setState((now) => ({ ...now, rows: [...now.rows!, ...older], hasMore: older.length === PAGE })),
        (failed) => setState((now) => ({ ...now, error: asApiError(failed) })),
      );
    },
  };
}

function without({ error: _, ...state }: State): State {
  return state;
}
