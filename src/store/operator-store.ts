import type { Draft, NewSession } from "../ledger/index.ts";
import { ownerIds } from "./owner-ids.ts";
import type { Store } from "./port.ts";

/**
 * An operator's view of a store: everything is visible, under the stored ids. The operator owns what it creates, and
 * has handles of its own.
 */
export function operatorStore(store: Store, owner: string): Store {
  const { ownHandle, ownClient } = ownerIds(owner);
  const owned = (session: NewSession): NewSession => ({ ...session, ...ownClient(session), owner });
  const newTarget = (target: Draft["target"]): Draft["target"] => {
    if ("client" in target) return { ...target, ...ownClient(target), open: () => owned(target.open()) };
    return "handle" in target
      ? { ...target, handle: ownHandle(target.handle), open: () => owned(target.open()) }
      : {
          ...target,
          ...(target.create && { create: () => owned(target.create!()) }),
          ...(target.bind !== undefined && { bind: ownHandle(target.bind) }),
        };
  };
  return {
    ...store,
    append: (draft) => store.append({ ...draft, target: newTarget(draft.target) }),
    openSession: (session, idempotency) => store.openSession(owned(session), idempotency),
    createNotebook: (notebook, idempotency) =>
      store.createNotebook({ ...notebook, ...ownClient(notebook), owner }, idempotency),
    saveConversation: (conversation) => store.saveConversation({ ...conversation, owner }),
    keepInvocations: (rows) => store.keepInvocations(rows.map((row) => ({ ...row, owner }))),
    clientOpenings: (client, kind, limit) => store.clientOpenings(ownHandle(client), kind, limit),
    handle: (key) => store.handle(ownHandle(key)),
    moveHandle: (key, changes) => store.moveHandle(ownHandle(key), changes),
    close: async () => {},
  };
}
