import { describe, expect, onTestFinished, test } from "vitest";
import { describeView } from "./contract/describe-store.ts";
import { draftOf } from "./contract/fixture.ts";
import { invocationOf, timeAt } from "./contract/invocation-fixture.ts";
import { codes, notebookOf, runOf } from "./contract/notebook-fixture.ts";
import { openStore } from "./open.ts";
import { ownedStore } from "./owned-store.ts";
import { follow, type Store } from "./port.ts";

describeView("a principal's view", async () => {
  const store = await openStore({ memory: true });
  // Another principal's data lies in between, and changes nothing.
  const other = ownedStore(store, "somebody else");
  await other.append(draftOf({ handle: "h", open: () => open }, "one"));
  await other.createNotebook(notebookOf("another"));
  // Operations that only the opener of the store has.
  return { ...ownedStore(store, "ann"), inspect: store.inspect, close: store.close };
});

const open = { title: "A question", mode: "chain" } as const;
const missing = (code: string) => expect.objectContaining({ code });

/** One store, and two principals' views of it. */
async function openBoth() {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  return { store, ann: ownedStore(store, "ann"), bob: ownedStore(store, "bob") };
}

const create = (sessionId: string) => ({ sessionId, create: () => ({ ...open, id: sessionId }) });

describe("what another principal created", () => {
  test("[SA5] the same session id and handle name a different session for each principal", async () => {
    const { store, ann, bob } = await openBoth();
    for (const [view, said] of [
      [ann, "of ann"],
      [bob, "of bob"],
    ] as const) {
      const first = await view.append(draftOf(create("default"), said));
      expect(first).toMatchObject({ opened: true, thought: { sessionId: "default", seq: 1 } });
      const handle = { handle: "wf", open: () => open };
      expect(await view.append(draftOf(handle, said))).toMatchObject({ opened: true, thought: { seq: 1 } });
      expect((await view.openSession(open)).id).toMatch(/^a-question-\d{4}-\d\d-\d\d-2$/);
    }
    expect(await ann.thoughts("default", {})).toMatchObject([{ content: "of ann", sessionId: "default" }]);
    expect((await bob.thoughts("default", {})).map(({ content }) => content)).toEqual(["of bob"]);
    expect((await store.sessions({})).length).toBe(6);
    expect((await store.sessions({ owner: "ann" })).map(({ owner }) => owner)).toEqual(["ann", "ann", "ann"]);
  });

  test("[SA5] neither its name nor its stored id leads to another principal's session", async () => {
    const { store, ann, bob } = await openBoth();
    const { thought } = await ann.append(draftOf(create("plan"), "The turbine hums"));
    const kept = (await store.sessions({}))[0]!.id;
    await store.openSession({ ...open, id: "local" });
    for (const id of ["plan", kept, "local"]) {
      expect(await bob.session(id)).toBeUndefined();
      expect(await bob.thoughts(id, {})).toEqual([]);
      const refused = new RegExp(`^No session '${id}'`);
      await expect(bob.append(draftOf({ sessionId: id }, "x"))).rejects.toThrow(refused);
      await expect(bob.changeSession(id, { stage: 1 })).rejects.toThrow(refused);
      await expect(bob.saveCritique(id, 1, { text: "x" })).rejects.toThrow(refused);
      expect(await bob.search({ text: "turbine", sessionId: id })).toEqual([]);
      await bob.moveHandle("h", { sessionId: id });
      expect(await bob.append(draftOf({ handle: "h", open: () => open }, "y"))).toMatchObject({
        opened: true,
      });
    }
    expect(await bob.search({ text: "turbine" })).toEqual([]);
    expect((await ann.search({ text: "turbine" })).map((hit) => hit.thought)).toEqual([thought]);
    expect(await ann.session("plan")).toMatchObject({ id: "plan", thoughtCount: 1, stage: 0 });
    expect(await ann.session("plan")).not.toHaveProperty("owner");
  });

  test("[SA5] lists and completions contain only the principal's own", async () => {
    const { ann, bob } = await openBoth();
    for (const id of ["plan-a", "plan-b", "other"]) await ann.append(draftOf(create(id), id));
    await bob.append(draftOf(create("plan-c"), "c"));
    const ids = async (view: Store, filter: object) => (await view.sessions(filter)).map(({ id }) => id);
    expect((await ids(ann, { idPrefix: "plan" })).toSorted()).toEqual(["plan-a", "plan-b"]);
    expect(await ids(bob, { idPrefix: "plan" })).toEqual(["plan-c"]);
    expect(await ids(bob, {})).toEqual(["plan-c"]);
    expect(await ids(bob, { limit: 1000, project: "_default" })).toEqual(["plan-c"]);
  });

  test("[SA5] a handle has a separate location for each principal", async () => {
    const { ann, bob } = await openBoth();
    await ann.moveHandle("default:default", { project: "secret", root: "/r", notebookId: "n" });
    await ann.append(draftOf({ handle: "default:default", open: () => open }, "x"));
    expect(await bob.handle("default:default")).toEqual({});
    expect(await ann.handle("default:default")).toMatchObject({
      project: "secret",
      sessionId: expect.stringMatching(/^a-question-/),
      lastSessionId: expect.stringMatching(/^a-question-/),
    });
  });

  test("[SA5] the same idempotency key of two principals is two keys", async () => {
    const { ann, bob } = await openBoth();
    const idempotency = { scope: "s", key: "k" };
    const first = await ann.append(draftOf(create("a"), "of ann", { idempotency }));
    expect(await bob.appendResult(idempotency)).toBeUndefined();
    const second = await bob.append(draftOf(create("a"), "of bob", { idempotency }));
    expect(second).toMatchObject({ replayed: false, thought: { content: "of bob" } });
    expect(await ann.appendResult(idempotency)).toEqual({ ...first, replayed: true });
    const notebook = await ann.createNotebook(notebookOf("n1"), idempotency);
    expect((await bob.createNotebook(notebookOf("n2"), idempotency)).id).toBe("n2");
    expect((await ann.createNotebook(notebookOf("n3"), idempotency)).id).toBe(notebook.id);
  });

  test("[SA5] a notebook is not found by any operation, and stays unchanged", async () => {
    const { store, ann, bob } = await openBoth();
    await ann.createNotebook(notebookOf("n", { cells: codes("1 + 1") }));
    await ann.saveRun("n", "cell-1", runOf(), { version: 1, lost: false });
    const before = [await store.notebook("n"), await store.cellRuns("n")];
    const refused = missing("NOTEBOOK_NOT_FOUND");
    // The second time, the answer is cached.
    for (const _ of [1, 2]) {
      await expect(bob.addCell("n", { kind: "code", content: "2" })).rejects.toEqual(refused);
      await expect(bob.updateCell("n", "cell-1", { content: "2" })).rejects.toEqual(refused);
      await expect(bob.removeCell("n", "cell-1")).rejects.toEqual(refused);
      await expect(bob.changeNotebook("n", { title: "x" })).rejects.toEqual(refused);
      const of = { version: 1, lost: true };
      await expect(bob.saveRun("n", "cell-1", runOf(), of)).rejects.toEqual(refused);
      expect(await bob.notebook("n")).toBeUndefined();
      expect(await bob.cellRun("n", "cell-1")).toBeUndefined();
      expect(await bob.cellRuns("n")).toEqual(new Map());
      expect(await bob.notebooks({ idPrefix: "n" })).toEqual([]);
    }
    expect([await store.notebook("n"), await store.cellRuns("n")]).toEqual(before);
    expect(await ann.notebooks({})).toMatchObject([{ id: "n" }]);
    expect((await ann.notebooks({}))[0]).not.toHaveProperty("owner");
  });

  test("[SA5] invocations and their statistics are the principal's own", async () => {
    const { store, ann, bob } = await openBoth();
    const row = invocationOf(1, { session_id: "plan" });
    await ann.keepInvocations([row]);
    await bob.keepInvocations([invocationOf(2, { session_id: "plan", tool_name: "recall" })]);
    expect(await ann.invocation(row.id)).toEqual(row);
    expect(await bob.invocation(row.id)).toBeUndefined();
    expect(await ann.invocations({ sessionId: "plan" })).toEqual([row]);
    expect(await bob.invocations({ before: row.id })).toEqual([]);
    expect((await bob.invocations({})).map((one) => one.created_at)).toEqual([timeAt(2)]);
    expect((await bob.invocationStats({})).map((one) => one.tool_name)).toEqual(["recall"]);
    const [kept] = await store.invocations({ owner: "ann" });
    expect(await store.invocations({ sessionId: kept!.session_id! })).toEqual([kept]);
  });

  test("[SA5] conversations with the same id are separate for each principal", async () => {
    const { ann, bob } = await openBoth();
    await ann.saveConversation({ id: "c", record: { of: "ann" }, messages: [{ text: "secret" }] });
    expect(await bob.conversation("c")).toBeUndefined();
    expect(await bob.messages("c", {})).toEqual([]);
    expect(await bob.conversations({})).toEqual([]);
    await expect(bob.appendMessages("c", 1, [{}])).rejects.toThrow("No session 'c'");
    await bob.saveConversation({ id: "c", record: { of: "bob" } });
    await expect(bob.saveConversation({ id: "c", record: {} })).rejects.toEqual(
      missing("CONVERSATION_CONFLICT"),
    );
    expect(await ann.conversations({ idPrefix: "c" })).toMatchObject([{ id: "c", record: { of: "ann" } }]);
  });
});

test("[SA5] an id of maximum length is shortened, and both forms lead to the session", async () => {
  const { ann } = await openBoth();
  const long = `${"x".repeat(127)}1`;
  const { thought } = await ann.append(draftOf(create(long), "one"));
  expect(thought.sessionId.length).toBeLessThan(128);
  expect((await ann.append(draftOf(create(long), "two"))).thought.sessionId).toBe(thought.sessionId);
  expect((await ann.append(draftOf({ sessionId: thought.sessionId }, "three"))).thought.seq).toBe(3);
  const other = await ann.append(draftOf(create(`${"x".repeat(127)}2`), "other"));
  expect(other.thought.sessionId).not.toBe(thought.sessionId);
});

test("[F3] a follower of a view gets only its own changes, and waits if there are only others'", async () => {
  const { store, ann, bob } = await openBoth();
  let read = 0;
  const counted: Store = {
    ...store,
    changes: (after, limit) => {
      read++;
      return store.changes(after, limit);
    },
  };
  const stop = new AbortController();
  const seen: (string | undefined)[] = [];
  const following = (async () => {
    for await (const changes of follow(ownedStore(counted, "ann"), 0, stop.signal)) {
      seen.push(...changes.map(({ sessionId, notebookId }) => sessionId ?? notebookId));
      if (seen.includes("last")) stop.abort();
    }
  })();
  await ann.append(draftOf(create("first"), "x"));
  await Promise.all(Array.from({ length: 1_200 }, (_, i) => bob.append(draftOf(create("foreign"), `${i}`))));
  await bob.createNotebook(notebookOf("foreign"));
  await ann.createNotebook(notebookOf("mine"));
  await ann.openSession({ ...open, id: "last" });
  await following;
  expect([...new Set(seen)]).toEqual(["first", "mine", "last"]);
  // Each of the 1,200 is read once, not again with every write: a page has 500.
  expect(read).toBeLessThan(60);
  expect((await ann.changes(0, 1)).map(({ sessionId }) => sessionId)).toEqual(["first"]);
  expect((await ann.changes(0, 100))[0]).not.toHaveProperty("owner");
});

test("[SA5] operations on the whole store are not available in a view, and closing a view closes nothing", async () => {
  const { store, ann } = await openBoth();
  await expect(ann.inspect()).rejects.toThrow("not available in a view");
  await expect(ann.pruneInvocations({ before: timeAt(0), keep: 0 })).rejects.toThrow(
    "not available in a view",
  );
  await ann.close();
  expect(await store.position()).toBe(0);
});
