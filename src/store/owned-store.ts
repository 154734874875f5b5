import {
  type AppendResult,
  type Draft,
  Failure,
  type Invocation,
  isSafeId,
  type NewSession,
  type Note,
  pace,
  type Session,
  sessionIdFor,
  slugFor,
  type Thought,
} from "../ledger/index.ts";
import { BoundedMap } from "../primitives/bounded-map.ts";
import { ownedNotebooks } from "./owned-notebooks.ts";
import { ownerIds } from "./owner-ids.ts";
import { pageSize } from "./page-size.ts";
import type { HandleState, KeptConversation, ListedSession, Store } from "./port.ts";

/** How many session ids are cached as owned by the principal. */
const REMEMBERED = 10_000;
/** How many changes are filtered before the event loop is yielded. */
const PAGE = 500;

/**
 * A principal's view of a store. It contains only what the principal created, under the ids that the principal chose: two
 * principals can use the same id or handle for different things. Operations on the whole store, such as pruning, are not
 * available.
 */
export function ownedStore(store: Store, owner: string, now: () => number = Date.now): Store {
  const ids = ownerIds(owner);
  const { own, ownHandle, ownClient, shown } = ids;

  const newSession = (session: NewSession): NewSession => ({
    ...session,
    ...ownClient(session),
    owner,
    id: own(session.id !== undefined && isSafeId(session.id) ? session.id : slugFor(session.title, now())),
  });
  const newDraft = (draft: Draft): Draft => ({
    ...draft,
    target: newTarget(draft.target),
    owner,
    ...(draft.idempotency && { idempotency: scoped(draft.idempotency) }),
  });
  const newTarget = (target: Draft["target"]): Draft["target"] => {
    if ("client" in target) return { ...target, ...ownClient(target), open: () => newSession(target.open()) };
    return "handle" in target
      ? { ...target, handle: ownHandle(target.handle), open: () => newSession(target.open()) }
      : {
          sessionId: own(sessionIdFor(target.sessionId)),
          ...(target.create && { create: () => newSession(target.create!()) }),
          ...(target.bind !== undefined && { bind: ownHandle(target.bind) }),
        };
  };
  const scoped = <T extends NonNullable<Draft["idempotency"]> | undefined>(idempotency: T): T =>
    idempotency && { ...idempotency, scope: own(idempotency.scope) };

  const session = <T extends Session>({ owner: _, ...seen }: T) => ({ ...seen, id: shown(seen.id) });
  const thought = (seen: Thought): Thought => ({ ...seen, sessionId: shown(seen.sessionId) });
  const result = (seen: AppendResult): AppendResult => ({ ...seen, thought: thought(seen.thought) });
  const handle = ({ sessionId, lastSessionId, ...seen }: HandleState): HandleState => ({
    ...seen,
    ...(sessionId !== undefined && ids.has(sessionId) && { sessionId: shown(sessionId) }),
    ...(lastSessionId !== undefined && ids.has(lastSessionId) && { lastSessionId: shown(lastSessionId) }),
  });
  const note = (seen: Note): Note => ({ ...seen, sessionId: shown(seen.sessionId) });
  const conversation = ({ owner: _, ...seen }: KeptConversation): KeptConversation => ({
    ...seen,
    id: shown(seen.id),
  });
  const invocation = ({ owner: _, ...seen }: Invocation): Invocation => ({
    ...seen,
    ...(seen.session_id !== undefined && { session_id: shown(seen.session_id) }),
  });

  /** If an invocation names a session, that session must be the principal's too. */
  const isMyCall = ({ owner: whose, session_id: id }: Invocation): boolean =>
    whose === owner && (id === undefined || ids.has(id));

  /** Translates stored ids in failures to the principal's ids. */
  const asked = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw error instanceof Failure ? shownFailure(error, shown) : error;
    });

  /** Sessions never change their owner, so one lookup each is enough. */
  const mine = new BoundedMap<string, true>(REMEMBERED, "insertion");
  async function isMine(id: string): Promise<boolean> {
    if (mine.get(id)) return true;
    if ((await store.session(own(id)))?.owner !== owner) return false;
    mine.set(id, true);
    return true;
  }
  const isMyConversation = async (id: string): Promise<boolean> =>
    (await store.conversation(own(id)))?.owner === owner;
  async function onMine<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (!(await isMine(id))) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
    return asked(work());
  }

  return {
    async append(draft) {
      const done = await asked(store.append(newDraft(draft)));
      if (done.replayed && !(await isMine(shown(done.thought.sessionId))))
        throw new Failure("SESSION_NOT_FOUND", {});
      return result(done);
    },
    async importThoughts(imported, thoughts) {
      const id = sessionIdFor(imported.id);
      // A session of another owner never has this id, because ids contain the owner's tag.
      const done = await asked(store.importThoughts({ ...imported, id: own(id), owner }, thoughts));
      return { ...done, added: done.added.map(thought) };
    },
    assignProject: (folder, name) => store.assignProject(folder, name, owner),
    folderProject: (folder, name) => store.folderProject(folder, name, owner),
    takeOnce: (name) => store.takeOnce(scoped(name)),
    async appendResult(idempotency) {
      const found = await store.appendResult(scoped(idempotency));
      if (!found || !(await isMine(shown(found.thought.sessionId)))) return undefined;
      return result(found);
    },
    saveCritique: (id, seq, critique, facts) =>
      onMine(id, () => store.saveCritique(own(id), seq, critique, facts)),
    openSession: async (wanted, idempotency) =>
      session(await store.openSession(newSession(wanted), scoped(idempotency))),
    changeSession: async (id, changes) =>
      session(await onMine(id, () => store.changeSession(own(id), changes))),
    editSession: async (id, edit) => session(await onMine(id, () => store.editSession(own(id), edit))),
    redactThought: async (id, seq, redaction) =>
      thought(await onMine(id, () => store.redactThought(own(id), seq, redaction))),
    async hideSession(id, by) {
      await onMine(id, () => store.hideSession(own(id), by));
      mine.delete(id);
    },
    hiddenSessions: async () =>
      (await store.hiddenSessions())
        .filter((one) => one.owner === owner)
        .map((one) => ({ ...one, id: shown(one.id) })),
    eraseRows: (id, onErased) => store.eraseRows(own(id), onErased),
    isDeleted: (id) => store.isDeleted(own(id)),
    redactedSeqs: (id) => store.redactedSeqs(own(id)),
    textRows: async (table, range) =>
      (await store.textRows(table, { ...range, owner })).map((row) => ({
        ...row,
        sessionId: row.sessionId && shown(row.sessionId),
      })),
    replaceTexts: (table, rows) => store.replaceTexts(table, rows),
    scrub: () => store.scrub(),
    missingErasures: () => Promise.reject(notHere("missingErasures")),
    keepErasures: () => Promise.reject(notHere("keepErasures")),
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
    clientOpenings: async (client, kind, limit) =>
      (await store.clientOpenings(ownHandle(client), kind, limit)).map(shown),
    async sessions({ idPrefix, behind, ...filter }) {
      const held = { ...filter, owner, ...(idPrefix && { idPrefix: own(idPrefix) }) };
      const limit = pageSize(filter.limit ?? 100);
      const found: ListedSession[] = [];
      // Sessions with the right owner but without its id prefix are left out, and the page is filled up from the next
      // one.
      for (let last = behind && { ...behind, id: own(behind.id) }; ; ) {
        const page = await store.sessions({ ...held, limit, ...(last && { behind: last }) });
        found.push(...page.filter(({ id }) => ids.has(id)));
        last = page.at(-1);
        if (!last || page.length < limit || found.length >= limit) {
          const listed = found.slice(0, limit).map(session);
          for (const { id } of listed) mine.set(id, true);
          return listed;
        }
      }
    },
    async sessionEnds(wanted) {
      const known = await Promise.all(wanted.map(isMine));
      const ends = await store.sessionEnds(wanted.filter((_, index) => known[index]).map(own));
      return ends.map((end) => ({ ...end, id: shown(end.id) }));
    },
    thoughts: async (id, range) =>
      (await isMine(id)) ? (await store.thoughts(own(id), range)).map(thought) : [],
    factReading: async (id) => ((await isMine(id)) ? store.factReading(own(id)) : 0),
    saveExtracted: (id, range, found) => onMine(id, () => store.saveExtracted(own(id), range, found)),
    facts: async (id, range) => ((await isMine(id)) ? store.facts(own(id), range) : []),
    outline: async (id, range) => ((await isMine(id)) ? store.outline(own(id), range) : []),
    extent: async (id, until) =>
      (await isMine(id))
        ? store.extent(own(id), until)
        : { count: 0, branchCount: 0, lastSeq: 0, excluded: [], total: 0 },
    async citingThoughts({ sessionId, ...filter }) {
      const held = { ...filter, owner, ...(sessionId !== undefined && { sessionId: own(sessionId) }) };
      const found = await store.citingThoughts(held);
      return found
        .filter((one) => ids.has(one.thought.sessionId))
        .map((one) => ({ ...one, thought: thought(one.thought) }));
    },
    async search({ sessionId, ...query }) {
      const held = { ...query, owner, ...(sessionId !== undefined && { sessionId: own(sessionId) }) };
      const hits = await store.search(held);
      return hits
        .filter((hit) => ids.has(hit.thought.sessionId))
        .map((hit) => ({ ...hit, thought: thought(hit.thought) }));
    },
    addNote: async (id, wanted, idempotency) =>
      note(await onMine(id, () => store.addNote(own(id), wanted, scoped(idempotency)))),
    notes: async (id, filter) => ((await isMine(id)) ? (await store.notes(own(id), filter)).map(note) : []),
    async deliverNotes(id, { call, ...limits }) {
      if (!(await isMine(id))) return { notes: [], more: 0 };
      const delivery = await store.deliverNotes(own(id), { ...limits, ...(call && { call: scoped(call) }) });
      return { ...delivery, notes: delivery.notes.map(note) };
    },
    holdSession: (id, until) => onMine(id, () => store.holdSession(own(id), until)),
    async searchNotes({ sessionId, ...query }) {
      const held = { ...query, owner, ...(sessionId !== undefined && { sessionId: own(sessionId) }) };
      const hits = await store.searchNotes(held);
      return hits
        .filter((hit) => ids.has(hit.note.sessionId))
        .map((hit) => ({ ...hit, note: note(hit.note) }));
    },
    ...ownedNotebooks(store, owner, scoped, ownClient),
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
      )
        .filter(isMyCall)
        .map(invocation),
    async invocation(id) {
      const found = await store.invocation(id);
      return found && isMyCall(found) ? invocation(found) : undefined;
    },
    invocationStats: (filter) => store.invocationStats({ ...filter, owner }),
    saveConversation: async (wanted) =>
      conversation(await asked(store.saveConversation({ ...wanted, id: own(wanted.id), owner }))),
    async conversation(id) {
      const found = await store.conversation(own(id));
      return found?.owner === owner ? conversation(found) : undefined;
    },
    conversations: async ({ idPrefix = "", ...filter }) =>
      (await store.conversations({ ...filter, owner, idPrefix: own(idPrefix) })).map(conversation),
    async appendMessages(id, from, messages, record) {
      if (!(await isMyConversation(id))) throw new Failure("SESSION_NOT_FOUND", { sessionId: id });
      return conversation(await asked(store.appendMessages(own(id), from, messages, record)));
    },
    messages: async (id, range) => ((await isMyConversation(id)) ? store.messages(own(id), range) : []),
    async changes(after, limit) {
      for (let from = after; ; ) {
        const page = await store.changes(from, PAGE);
        const found = page.flatMap((change) => ids.shownChange(change) ?? []);
        if (found.length > 0 || page.length < PAGE) return found.slice(0, limit);
        from = page.at(-1)!.position;
        await pace();
      }
    },
    position: () => store.position(),
    feedState: () => store.feedState(),
    onWrite: (listener) => store.onWrite(listener),
    pruneInvocations: () => Promise.reject(notHere("pruneInvocations")),
    inspect: () => Promise.reject(notHere("inspect")),
    // The store is closed by its opener.
    close: async () => {},
  };
}

/** The same failure with the ids that the principal knows. */
function shownFailure(failure: Failure, shown: (id: string) => string): Failure {
  const data = Object.entries(failure.data).map(([key, value]) => [
    key,
    typeof value === "string" ? shown(value) : value,
  ]);
  return new Failure(failure.code, Object.fromEntries(data), { cause: failure });
}

const notHere = (what: string) => new Error(`${what} is not available in a view of a store.`);
