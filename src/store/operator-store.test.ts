import { expect, onTestFinished, test } from "vitest";
import { draftOf } from "./contract/fixture.ts";
import { invocationOf } from "./contract/invocation-fixture.ts";
import { notebookOf } from "./contract/notebook-fixture.ts";
import { openStore } from "./open.ts";
import { operatorStore } from "./operator-store.ts";
import { ownedStore } from "./owned-store.ts";

const open = { title: "A question", mode: "chain" } as const;

async function openAll() {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  return { store, ann: ownedStore(store, "ann"), root: operatorStore(store, "root") };
}

test("[SA5] an operator sees the sessions, notebooks, invocations and changes of everybody, with their owners", async () => {
  const { store, ann, root } = await openAll();
  await ann.append(
    draftOf({ sessionId: "plan", create: () => open }, "The turbine hums", { nextThoughtNeeded: false }),
  );
  await ann.createNotebook(notebookOf("n"));
  await ann.keepInvocations([invocationOf(1)]);
  await store.openSession({ ...open, id: "local" });
  const sessions = await root.sessions({});
  expect(sessions.map(({ owner }) => owner).toSorted()).toEqual(["ann", undefined]);
  const { id } = sessions.find(({ owner }) => owner === "ann")!;
  expect(await root.session(id)).toMatchObject({ owner: "ann", thoughtCount: 1 });
  expect((await root.search({ text: "turbine" })).map((hit) => hit.thought.sessionId)).toEqual([id]);
  expect(await root.notebook("n")).toMatchObject({ owner: "ann" });
  expect(await root.invocations({})).toMatchObject([{ owner: "ann" }]);
  expect((await root.changes(0, 100)).length).toBe(4);
});

test("[SA5] an operator owns what it creates, and has its own handles", async () => {
  const { store, ann, root } = await openAll();
  await ann.moveHandle("h", { project: "of ann" });
  await store.moveHandle("h", { project: "local" });
  expect(await root.handle("h")).toEqual({});
  const { thought } = await root.append(draftOf({ handle: "h", open: () => open }, "one"));
  const { id } = await root.openSession({ ...open, id: "mine" });
  await root.append(draftOf({ sessionId: "made", create: () => open }, "two"));
  await root.createNotebook(notebookOf("n"));
  await root.keepInvocations([invocationOf(1)]);
  for (const made of [thought.sessionId, id, "made"]) expect((await store.session(made))?.owner).toBe("root");
  expect((await store.notebook("n"))?.owner).toBe("root");
  expect(await store.invocations({ owner: "root" })).toHaveLength(1);
  expect(await ann.sessions({})).toEqual([]);
  expect(await store.handle("h")).toEqual({ project: "local" });
});
