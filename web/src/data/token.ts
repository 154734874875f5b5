import { signal } from "@preact/signals";

/** Whether the reader is asked for a token now, and why. */
export const tokenAsked = signal<"first" | "refused" | undefined>(undefined);

/** The token that requests carry; it is forgotten with the tab. */
export function currentToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

/** Takes what the reader typed, and lets those go on that wait for it. */
export function giveToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  tokenAsked.value = undefined;
  waiting?.resolve();
  waiting = undefined;
}

/** Resolves when there is another token than the one that was refused; rejects when `signal` aborts. */
export async function otherToken(refused: string | undefined, signal?: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  if (currentToken() !== refused) return;
  tokenAsked.value = refused === undefined ? "first" : "refused";
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
