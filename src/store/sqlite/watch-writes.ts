import type { DatabaseSync } from "node:sqlite";

/** How often a watched store checks for writes of other processes. */
const POLL_MS = 50;

/** Creates the signal for writes: immediate for this process, by polling `data_version` for others. */
export function createWatch(db: DatabaseSync) {
  const listeners = new Set<() => void>();
  const version = db.prepare("PRAGMA data_version");
  let seen: unknown;
  let timer: NodeJS.Timeout | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  /** A listener that throws must not fail the writer. */
  const notify = () => {
    if (listeners.size > 0) setImmediate(tell);
  };
  const look = (): unknown => {
    try {
      return version.get()?.data_version;
    } catch {
      // Another process recovers the log after a crash: check again next time.
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
      // Each registration counts, even of the same function.
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
