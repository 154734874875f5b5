import {
  type Draft,
  Failure,
  type Invocation,
  isSafeId,
  type NewSession,
  type Receipt,
  type Session,
  sessionIdFor,
  slugFor,
  type Thought,
} from "../ledger/index.ts";
import { ownedNotebooks } from "./owned-notebooks.ts";
import { ownerIds } from "./owner-ids.ts";
import type { HandleState, Store } from "./port.ts";

/** How many changes are looked through for a principal's own before others have their turn. */
const PAGE = 500;

/**
 * A principal's view of a store. In it there is nothing but what the principal made, under the ids that it gave: those of
 * others do not exist, and the same id or handle of two principals names two things. What is written belongs to it. Only
 * the store's own affairs, such as its retention, cannot be seen from here.
 */
export function ownedStore(store: Store, owner: string, now: () => number = Date.now): Store {
  const ids = ownerIds(owner);
  const { own, ownHandle, shown } = ids;

  const newSession = (session: NewSession): NewSession => ({
    ...session,
    owner,
    id: own(session.id !== undefined && isSafeId(session.id) ? session.id : slugFor(session.title, now())),
  });
  const newDraft = (draft: Draft): Draft => ({
    ...draft,
    target: newTarget(draft.target),
    ...(draft.idempotency && { idempotency: scoped(draft.idempotency) }),
  });
  const newTarget = (target: Draft["target"]): Draft["target"] =>
    "handle" in target
      ? { ...target, handle: ownHandle(target.handle), open: () => newSession(target.open()) }
      : {
          sessionId: own(sessionIdFor(target.sessionId)),
          ...(target.create && { create: () => newSession(target.create!()) }),
          ...(target.bind !== undefined && { bind: ownHandle(target.bind) }),
        };
  const scoped = <T extends NonNullable<Draft["idempotency"]> | undefined>(idempotency: T): T =>
    idempotency && { ...idempotency, scope: own(idempotency.scope) };

  const session = <T extends Session>({ owner: _, ...seen }: T) => ({ ...seen, id: shown(seen.id) });
  const thought = (seen: Thought): Thought => ({ ...seen, sessionId: shown(seen.sessionId) });
  const receipt = (seen: Receipt): Receipt => ({ ...seen, thought: thought(seen.thought) });
  const handle = (seen: HandleState): HandleState => ({
    ...seen,
    ...(seen.sessionId !== undefined && { sessionId: shown(seen.sessionId) }),
    ...(seen.lastSessionId !== undefined && { lastSessionId: shown(seen.lastSessionId) }),
  });
  const conversation = <T extends { readonly id: string }>(seen: T): T => ({ ...seen, id: shown(seen.id) });
  const invocation = ({ owner: _, ...seen }: Invocation): Invocation => ({
    ...seen,
    ...(seen.session_id !== undefined && { session_id: shown(seen.session_id) }),
  });

  /** The refusals of a store name ids as it keeps them. */
  const asked = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw error instanceof Failure ? shownFailure(error, shown) : error;
    });

  return {
    append: async (draft) => receipt(await asked(store.append(newDraft(draft)))),
    async receipt(idempotency) {
      const found = await store.receipt(scoped(idempotency));
      return found && receipt(found);
    },
    saveCritique: (id, seq, critique) => asked(store.saveCritique(own(id), seq, critique)),
    openSession: async (wanted, idempotency) =>
      session(await store.openSession(newSession(wanted), scoped(idempotency))),
    changeSession: async (id, changes) => session(await asked(store.changeSession(own(id), changes))),
    async session(id) {
      const found = await store.session(own(id));
      return found?.owner === owner ? session(found) : undefined;
    },
    handle: async (key) => handle(await store.handle(ownHandle(key))),
    moveHandle: async (key, changes) =>
      handle(
        await store.moveHandle(ownHandle(key), {
          ...changes,
          ...(changes.sessionId !== undefined && { sessionId: own(changes.sessionId) }),
        }),
      ),
    sessions: async ({ idPrefix, behind, ...filter }) =>
      (
        await store.sessions({
          ...filter,
          owner,
          ...(idPrefix && { idPrefix: own(idPrefix) }),
          ...(behind && { behind: { ...behind, id: own(behind.id) } }),
        })
      ).map(session),
    thoughts: async (id, range) => (await store.thoughts(own(id), range)).map(thought),
    outline: (id, range) => store.outline(own(id), range),
    async search({ sessionId, ...query }) {
      const held = { ...query, owner, ...(sessionId !== undefined && { sessionId: own(sessionId) }) };
      const hits = await store.search(held);
      return hits
        .filter((hit) => ids.has(hit.thought.sessionId))
        .map((hit) => ({ ...hit, thought: thought(hit.thought) }));
    },
    ...ownedNotebooks(store, owner, scoped),
    keepInvocations: (rows) =>
      store.keepInvocations(
        rows.map((row) => ({
          ...row,
          owner,
          ...(row.session_id !== undefined && { session_id: own(row.session_id) }),
        })),
      ),
    invocations: async ({ sessionId, ...filter }) =>
      (
        await store.invocations({
          ...filter,
          owner,
          ...(sessionId !== undefined && { sessionId: own(sessionId) }),
        })
      ).map(invocation),
    async invocation(id) {
      const found = await store.invocation(id);
      return found?.owner === owner ? invocation(found) : undefined;
    },
    invocationStats: (filter) => store.invocationStats({ ...filter, owner }),
    saveConversation: async (wanted) =>
      conversation(await asked(store.saveConversation({ ...wanted, id: own(wanted.id) }))),
    async conversation(id) {
      const found = await store.conversation(own(id));
      return found && conversation(found);
    },
    conversations: async ({ idPrefix = "", ...filter }) =>
      (await store.conversations({ ...filter, idPrefix: own(idPrefix) })).map(conversation),
    appendMessages: async (id, from, messages, record) =>
      conversation(await asked(store.appendMessages(own(id), from, messages, record))),
    messages: (id, range) => store.messages(own(id), range),
    async changes(after, limit) {
      for (let from = after; ; ) {
        const page = await store.changes(from, PAGE);
        const found = page.flatMap((change) => ids.shownChange(change) ?? []);
        if (found.length > 0 || page.length < PAGE) return found.slice(0, limit);
        from = page.at(-1)!.position;
        await nextTurn();
      }
    },
    position: () => store.position(),
    onWrite: (listener) => store.onWrite(listener),
    pruneInvocations: () => Promise.reject(notHere("pruneInvocations")),
    inspect: () => Promise.reject(notHere("inspect")),
    // Whoever opened the store closes it.
    close: async () => {},
  };
}

/** The same refusal with the ids that the principal knows. */
function shownFailure(failure: Failure, shown: (id: string) => string): Failure {
  const data = Object.entries(failure.data).map(([key, value]) => [
    key,
    typeof value === "string" ? shown(value) : value,
  ]);
  return new Failure(failure.code, Object.fromEntries(data), { cause: failure });
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const notHere = (what: string) => new Error(`${what} is an affair of the whole store, not of a view of it.`);
