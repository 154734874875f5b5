import { expect, onTestFinished, test } from "vitest";
import { draftOf } from "./contract/fixture.ts";
import { invocationOf } from "./contract/invocation-fixture.ts";
import { codes, notebookOf, runOf } from "./contract/notebook-fixture.ts";
import { QUOTING } from "./erasure-tables.ts";
import { openStore } from "./open.ts";
import { ownedStore } from "./owned-store.ts";
import { ownerIds } from "./owner-ids.ts";
import type { Store } from "./port.ts";

/** Part of everything that is not ann's. */
const SECRET = "xanthippe";
/** Every id of a row: as stored, and as its owner sees it. */
const IDS = ["plan", "nb", "call", "talk"];
const open = { title: `Of ${SECRET}`, mode: "chain" } as const;
const TIME = "2026-11-01T10:00:00.000Z";
const idempotency = { scope: "/thoughtbox", key: "k" };

/** Rows with ann's prefix and another owner, or the other way round. */
const forgeries = [
  { kind: "ann's prefix, bob's owner", prefix: ownerIds("ann").own(""), owner: "bob" },
  { kind: "ann's prefix, no owner", prefix: ownerIds("ann").own(""), owner: undefined },
  { kind: "ann's owner, bob's prefix", prefix: ownerIds("bob").own(""), owner: "ann" },
  { kind: "ann's owner, no prefix", prefix: "", owner: "ann" },
  { kind: "bob's owner and prefix", prefix: ownerIds("bob").own(""), owner: "bob" },
] as const;

/** How each method of a store is called with an id. A missing method does not compile. */
const reads: { readonly [M in keyof Store]: ((store: Store, id: string) => Promise<unknown>) | "no id" } = {
  session: (store, id) => store.session(id),
  sessions: (store, id) =>
    Promise.all([
      store.sessions({}),
      store.sessions({ idPrefix: id }),
      store.sessions({ text: SECRET }),
      store.sessions({ limit: 1 }),
    ]),
  redactedSeqs: (store, id) => store.redactedSeqs(id),
  sessionEnds: (store, id) => store.sessionEnds([id]),
  thoughts: (store, id) => store.thoughts(id, {}),
  facts: (store, id) => Promise.all([store.facts(id), store.facts(id, { after: 0, until: 9 })]),
  outline: (store, id) => store.outline(id, {}),
  extent: (store, id) => store.extent(id, { seq: 9 }),
  citingThoughts: (store, id) =>
    Promise.all([store.citingThoughts({}), store.citingThoughts({ sessionId: id })]),
  search: (store, id) =>
    Promise.all([store.search({ text: SECRET }), store.search({ text: SECRET, sessionId: id })]),
  append: (store, id) =>
    Promise.allSettled([
      store.append(draftOf({ sessionId: id }, "by ann")),
      store.append(draftOf({ sessionId: id }, "by ann", { idempotency })),
      store.append(draftOf({ sessionId: id, create: () => ({ ...open, title: "ann's" }) }, "by ann")),
      store.append(draftOf({ handle: id, open: () => ({ ...open, title: "ann's" }) }, "by ann")),
      store.append(
        draftOf({ client: id, open: () => ({ ...open, title: "ann's" }), mayContinue: true }, "by ann", {
          number: 2,
        }),
      ),
    ]),
  importThoughts: (store, id) =>
    store.importThoughts(
      { id, title: "ann's", status: "active", createdAt: TIME, updatedAt: TIME, metadata: {} },
      [{ key: "k", content: "by ann", createdAt: TIME, nextThoughtNeeded: true, metadata: {} }],
    ),
  assignProject: (store) => store.assignProject("/of/ann", "ann"),
  folderProject: (store) => store.folderProject("/of/ann", "ann"),
  takeOnce: "no id",
  appendResult: (store) => store.appendResult(idempotency),
  saveCritique: (store, id) => store.saveCritique(id, 1, { text: "by ann" }),
  factReading: (store, id) => store.factReading(id),
  saveExtracted: (store, id) => store.saveExtracted(id, { after: 0, until: 1 }, []),
  addNote: (store, id) => store.addNote(id, { text: "by ann", author: "ann" }),
  notes: (store, id) => store.notes(id, {}),
  deliverNotes: (store, id) => store.deliverNotes(id, { most: 20, bytes: 10_000 }),
  holdSession: (store, id) => store.holdSession(id, "2999-01-01T00:00:00.000Z"),
  searchNotes: (store, id) =>
    Promise.all([store.searchNotes({ text: SECRET }), store.searchNotes({ text: SECRET, sessionId: id })]),
  openSession: (store, id) => store.openSession({ ...open, id, title: "ann's" }),
  changeSession: (store, id) => store.changeSession(id, { stage: 3 }),
  redactThought: (store, id) =>
    store.redactThought(id, 1, { redactedAt: "2026-11-15T10:00:00.000Z", by: "ann", reason: "x" }),
  hideSession: (store, id) => store.hideSession(id, "ann"),
  hiddenSessions: (store) => store.hiddenSessions(),
  eraseRows: (store, id) => store.eraseRows(id),
  isDeleted: (store, id) => store.isDeleted(id),
  textRows: (store) =>
    Promise.all(Object.keys(QUOTING).map((table) => store.textRows(table, { limit: 1000 }))),
  replaceTexts: "no id",
  missingErasures: "no id",
  keepErasures: "no id",
  scrub: "no id",
  editSession: (store, id) =>
    store.editSession(id, { title: "ann's", tags: ["ann's"], archived: true, by: "ann" }),
  handle: (store, id) => store.handle(id),
  moveHandle: (store, id) => store.moveHandle(id, { project: "of ann" }),
  clientOpenings: (store, id) =>
    Promise.all([store.clientOpenings(id, "session", 10), store.clientOpenings(id, "notebook", 10)]),
  createNotebook: (store, id) => store.createNotebook(notebookOf(`${id}-new`)),
  notebook: (store, id) => store.notebook(id),
  notebooks: (store, id) => Promise.all([store.notebooks({}), store.notebooks({ idPrefix: id })]),
  changeNotebook: (store, id) => store.changeNotebook(id, { title: "by ann" }),
  addCell: (store, id) => store.addCell(id, { kind: "code", content: "by ann" }),
  updateCell: (store, id) => store.updateCell(id, "cell-1", { content: "by ann" }),
  removeCell: (store, id) => store.removeCell(id, "cell-1"),
  saveRun: (store, id) => store.saveRun(id, "cell-1", runOf(), { version: 1, lost: false }),
  cellRun: (store, id) => store.cellRun(id, "cell-1"),
  cellRuns: async (store, id) => [...(await store.cellRuns(id))],
  invocation: (store, id) => store.invocation(id),
  invocations: (store, id) => Promise.all([store.invocations({}), store.invocations({ sessionId: id })]),
  invocationStats: (store) => store.invocationStats({}),
  keepInvocations: (store, id) => store.keepInvocations([invocationOf(1, { id, input: { text: "by ann" } })]),
  conversation: (store, id) => store.conversation(id),
  conversations: (store, id) => Promise.all([store.conversations({}), store.conversations({ idPrefix: id })]),
  saveConversation: (store, id) => store.saveConversation({ id, record: {} }),
  appendMessages: (store, id) => store.appendMessages(id, 1, [{ text: "by ann" }]),
  messages: (store, id) => store.messages(id, {}),
  changes: (store) => store.changes(0, 100),
  position: "no id",
  feedState: "no id",
  onWrite: "no id",
  pruneInvocations: "no id",
  inspect: "no id",
  close: "no id",
};

/** Creates one row of each kind under these ids, with this owner. */
async function forge(store: Store, prefix: string, owner: string | undefined): Promise<void> {
  const by = owner === undefined ? {} : { owner };
  const sessionId = `${prefix}plan`;
  await store.openSession({ ...open, ...by, id: sessionId });
  await store.append(
    draftOf({ sessionId }, `Thought of ${SECRET}`, {
      number: 1,
      marks: [{ kind: "decision", text: `Fact of ${SECRET}` }],
      idempotency: { ...idempotency, scope: `${prefix}${idempotency.scope}` },
    }),
  );
  await store.addNote(sessionId, { text: SECRET, author: "somebody" });
  await store.createNotebook(notebookOf(`${prefix}nb`, { ...by, title: SECRET, cells: codes(SECRET) }));
  const outputs = [{ type: "stream", name: "stdout", text: SECRET }] as const;
  await store.saveRun(`${prefix}nb`, "cell-1", runOf({ outputs }), { version: 1, lost: false });
  const call = invocationOf(0, {
    ...by,
    id: `${prefix}call`,
    session_id: sessionId,
    input: { text: SECRET },
  });
  await store.keepInvocations([call]);
  await store.saveConversation({ ...by, id: `${prefix}talk`, record: {}, messages: [{ text: SECRET }] });
  await store.moveHandle(`${prefix}wf`, { sessionId });
}

/** Everything in the store that is not ann's by both prefix and owner. */
async function othersOf(store: Store, prefix: string) {
  const [session, notebook] = [`${prefix}plan`, `${prefix}nb`];
  return {
    session: await store.session(session),
    thoughts: await store.thoughts(session, {}),
    notebook: await store.notebook(notebook),
    run: await store.cellRun(notebook, "cell-1"),
    call: await store.invocation(`${prefix}call`),
    talk: await store.messages(`${prefix}talk`, {}),
  };
}

const methods = Object.entries(reads).flatMap(([name, read]) =>
  read === "no id" ? [] : [[name, read] as const],
);

test.each(forgeries)(
  "[HN12] no method of a principal's view reaches a row of $kind",
  async ({ prefix, owner }) => {
    for (const [name, read] of methods) {
      const store = await openStore({ memory: true });
      onTestFinished(() => store.close());
      await forge(store, prefix, owner);
      // Notebooks and invocations have random ids without a prefix, and quotes are erased in all rows of an owner: there the
      // owner decides.
      const byOwner = owner === "ann" && /otebook|Cell|cell|Run|textRows/.test(name);
      if (byOwner) continue;
      const before = await othersOf(store, prefix);
      const view = ownedStore(store, "ann");
      for (const id of [...IDS, ...IDS.map((one) => `${prefix}${one}`), "wf", `${prefix}wf`]) {
        const answer = await read(view, id).catch((error: unknown) => String(error));
        expect({ name, id, leaks: (JSON.stringify(answer) ?? "").includes(SECRET) }).toEqual({
          name,
          id,
          leaks: false,
        });
      }
      expect({ name, left: await othersOf(store, prefix) }).toEqual({ name, left: before });
    }
  },
);
