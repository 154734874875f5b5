import { useCallback, useEffect, useState } from "preact/hooks";
import { BoundedMap } from "../../../src/primitives/bounded-map.ts";
import { useReconnected } from "./changes.ts";
import { ApiError } from "./request.ts";

/** Something that is loaded from the server. */
export interface Resource<T> {
  /** What was loaded last; stays while it is loaded again. */
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

const cache = new BoundedMap<string, unknown>(40, "insertion");

/**
 * Loads what belongs to a key while a component is shown, and again when the key changes. What was loaded before is
 * shown at once and loaded again behind it. Without a key, nothing is loaded.
 */
export function useResource<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
): Resource<T> {
  const [state, setState] = useState<{
    readonly key?: string | undefined;
    readonly error?: ApiError;
    readonly turn: number;
  }>({ turn: 0 });
  const [turn, setTurn] = useState(0);
  // The key stands for what `load` closes over.
  useEffect(() => {
    if (key === undefined) return;
    const controller = new AbortController();
    load(controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return;
        cache.set(key, data);
        setState({ key, turn });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ key, turn, error: asApiError(error) });
      },
    );
    return () => controller.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  useReconnected(() => {
    if (state.key === key && state.error?.status === 0) reload();
  });
  const isAnswered = state.key === key && state.turn === turn;
  return {
    data: key === undefined ? undefined : (cache.get(key) as T | undefined),
    error: isAnswered ? state.error : undefined,
    isLoading: key !== undefined && !isAnswered,
    reload,
  };
}

/** Any error as one for the reader. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError("FAILED", 0, error instanceof Error ? error.message : String(error));
}
