const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** An abort signal for SIGINT, SIGTERM and SIGHUP, so that the command can clean up first. */
export function stopSignal(): Disposable & { readonly signal: AbortSignal } {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}
