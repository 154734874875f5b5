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
    receipt: async (idempotency) => (await opened()).receipt(idempotency),
    saveCritique: async (sessionId, seq, critique) => (await opened()).saveCritique(sessionId, seq, critique),
    openSession: async (session, idempotency) => (await opened()).openSession(session, idempotency),
    changeSession: async (id, changes) => (await opened()).changeSession(id, changes),
    handle: async (handle) => (await opened()).handle(handle),
    moveHandle: async (handle, changes) => (await opened()).moveHandle(handle, changes),
    clientPlaces: async (client, kind, limit) => (await opened()).clientPlaces(client, kind, limit),
    session: async (id) => (await opened()).session(id),
    sessions: async (filter) => (await opened()).sessions(filter),
    thoughts: async (sessionId, range) => (await opened()).thoughts(sessionId, range),
    outline: async (sessionId, range) => (await opened()).outline(sessionId, range),
    search: async (query) => (await opened()).search(query),
    createNotebook: async (notebook, idempotency) => (await opened()).createNotebook(notebook, idempotency),
    notebook: async (id) => (await opened()).notebook(id),
    notebooks: async (filter) => (await opened()).notebooks(filter),
    changeNotebook: async (id, changes, guard) => (await opened()).changeNotebook(id, changes, guard),
    addCell: async (notebookId, cell, idempotency) => (await opened()).addCell(notebookId, cell, idempotency),
    updateCell: async (notebookId, cellId, changes, guard) =>
      (await opened()).updateCell(notebookId, cellId, changes, guard),
    removeCell: async (notebookId, cellId, expectedVersion) =>
      (await opened()).removeCell(notebookId, cellId, expectedVersion),
    saveRun: async (notebookId, cellId, run, of) => (await opened()).saveRun(notebookId, cellId, run, of),
    cellRun: async (notebookId, cellId) => (await opened()).cellRun(notebookId, cellId),
    cellRuns: async (notebookId) => (await opened()).cellRuns(notebookId),
    keepInvocations: async (rows) => (await opened()).keepInvocations(rows),
    pruneInvocations: async (limits) => (await opened()).pruneInvocations(limits),
    invocations: async (filter) => (await opened()).invocations(filter),
    invocation: async (id) => (await opened()).invocation(id),
    invocationStats: async (filter) => (await opened()).invocationStats(filter),
    saveConversation: async (conversation) => (await opened()).saveConversation(conversation),
    conversation: async (id) => (await opened()).conversation(id),
    conversations: async (filter) => (await opened()).conversations(filter),
    appendMessages: async (id, from, messages, record) =>
      (await opened()).appendMessages(id, from, messages, record),
    messages: async (id, range) => (await opened()).messages(id, range),
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
