import { signal } from "@preact/signals";

/** Whether the token dialog is open, and why. */
export const tokenRequest = signal<"first" | "rejected" | undefined>(undefined);

/** The token of requests; it lasts until the tab is closed. */
export function currentToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

/** Sets the token and continues waiting requests. */
export function signIn(token: string): void {
  sessionStorage.setItem(KEY, token);
  tokenRequest.value = undefined;
  waiting?.resolve();
  waiting = undefined;
}

/** Resolves when the token differs from the rejected one; rejects if `signal` aborts. */
export async function newToken(rejected: string | undefined, signal?: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  if (currentToken() !== rejected) return;
  tokenRequest.value = rejected === undefined ? "first" : "rejected";
  waiting ??= Promise.withResolvers();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  await Promise.race([waiting.promise, aborted.promise]).finally(() =>
    signal?.removeEventListener("abort", abort),
  );
}

const KEY = "clew.token";
let waiting: PromiseWithResolvers<void> | undefined;
