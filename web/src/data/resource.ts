import { useCallback, useEffect, useState } from "preact/hooks";
import { BoundedMap } from "../../../src/primitives/bounded-map.ts";
import { useReconnected } from "./changes.ts";
import { ApiError } from "./request.ts";

export interface Resource<T> {
  /** The last data; kept during a reload. */
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

const cache = new BoundedMap<string, unknown>(40, "insertion");

/**
 * Loads the data of a key, and again when the key changes. Cached data is returned at once and reloaded in the
 * background. Without a key nothing is loaded.
 */
export function useResource<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): Resource<T> {
  const [state, setState] = useState<{
    readonly key?: string | undefined;
    readonly error?: ApiError;
    readonly attempt: number;
  }>({ attempt: 0 });
  const [attempt, setAttempt] = useState(0);
  // `load` may only depend on the key.
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    load(controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return;
        cache.set(key, data);
        setState({ key, attempt });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ key, attempt, error: asApiError(error) });
      },
    );
    return () => controller.abort();
  }, [key, attempt]);
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  useReconnected(() => {
    if (state.key === key && state.error?.status === 0) reload();
  });
  const isSettled = state.key === key && state.attempt === attempt;
  return {
    data: key === undefined ? undefined : (cache.get(key) as T | undefined),
    error: isSettled ? state.error : undefined,
    isLoading: key !== undefined && !isSettled,
    reload,
  };
}

/** Any error as an `ApiError`. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError("FAILED", 0, error instanceof Error ? error.message : String(error));
}
