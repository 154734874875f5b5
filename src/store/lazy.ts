import type { Store } from "./port.ts";

/**
 * A store that is opened when it is first needed, so that a server can answer what needs none at once. When opening
 * fails, the call that needed it fails with the reason and the next call tries again.
 */
export function lazyStore(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | undefined;
  const opened = (): Promise<Store> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    append: async (draft) => (await opened()).append(draft),
    openSession: async (session, idempotency) => (await opened()).openSession(session, idempotency),
    changeSession: async (id, changes) => (await opened()).changeSession(id, changes),
    handle: async (handle) => (await opened()).handle(handle),
    moveHandle: async (handle, changes) => (await opened()).moveHandle(handle, changes),
    session: async (id) => (await opened()).session(id),
    sessions: async (filter) => (await opened()).sessions(filter),
    thoughts: async (sessionId, range) => (await opened()).thoughts(sessionId, range),
    search: async (query) => (await opened()).search(query),
    changes: async (after, limit) => (await opened()).changes(after, limit),
    position: async () => (await opened()).position(),
    inspect: async () => (await opened()).inspect(),
    onWrite(listener) {
      let stop = () => {};
      let stopped = false;
      opened().then(
        (store) => {
          if (!stopped) stop = store.onWrite(listener);
        },
        // Whoever listens also reads, and is told of the failure there.
        () => {},
      );
      return () => {
        stopped = true;
        stop();
      };
    },
    close: async () => {
      if (opening) await (await opening.catch(() => undefined))?.close();
    },
  };
}
