const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal that is aborted when the command is asked to stop, so that it can put things away first. */
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
