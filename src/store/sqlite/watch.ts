import type { DatabaseSync } from "node:sqlite";

/** How often a watched store looks whether another process has written. */
const POLL_MS = 50;

/** Makes the signal that something was written: at once for this process, by `data_version` for the others. */
export function createWatch(db: DatabaseSync) {
  const listeners = new Set<() => void>();
  const version = db.prepare("PRAGMA data_version");
  let seen: unknown;
  let timer: NodeJS.Timeout | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  /** A listener that throws is a fault of its own, and not of whoever has written. */
  const notify = () => {
    if (listeners.size > 0) setImmediate(tell);
  };
  const look = (): unknown => {
    try {
      return version.get()?.data_version;
    } catch {
      // Another process repairs the log after a crash: the next look tells.
      return seen;
    }
  };
  const poll = () => {
    const found = look();
    if (found === seen) return;
    seen = found;
    notify();
  };
  const close = () => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    notify,
    close,
    listen(listener: () => void): () => void {
      // Each registration is its own entry, even when the same function comes twice.
      const entry = () => listener();
      listeners.add(entry);
      if (timer === undefined) {
        seen = look();
        timer = setInterval(poll, POLL_MS);
        timer.unref();
      }
      return () => {
        listeners.delete(entry);
        if (listeners.size === 0) close();
      };
    },
  };
}
