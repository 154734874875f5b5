import { expect, onTestFinished, test } from "vitest";
import { openApi } from "../../test/support/api.ts";
import { analyse } from "../ledger/index.ts";
import { openStore } from "../store/open.ts";
import { ownedStore } from "../store/owned-store.ts";
import { allThoughts, follow, type Store } from "../store/port.ts";
import { exampleThoughts } from "./bug-hunt.ts";
import { loadExample } from "./load-example.ts";

async function open(): Promise<Store> {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  return store;
}

async function loadWhole(store: Store): Promise<string> {
  const { sessionId, written } = await loadExample(store, { paceMs: 0 });
  await written;
  return sessionId;
}

test("[AP10] the example is a finished hunt with two branches, a revision, a critique and confidences", async () => {
  const store = await open();
  const id = await loadWhole(store);
  const session = (await store.session(id))!;
  const thoughts = await Array.fromAsync(allThoughts(store, id));
  const { metadata, quality } = await analyse(session, allThoughts(store, id));
  expect(metadata).toMatchObject({ thoughtCount: 14, branchCount: 2, revisionCount: 1 });
  expect(quality).toEqual({ critiqueRequests: 1, hasConvergence: true, isComplete: true });
  expect(thoughts.every(({ confidence }) => confidence !== undefined)).toBe(true);
  expect(thoughts.find(({ isRevision }) => isRevision)).toMatchObject({
    revises: 3,
    revisesId: thoughts[2]!.id,
  });
  expect(session).toMatchObject({ status: "completed", project: "example" });
});

test("[AP10] the answer does not wait for later thoughts, and an abort stops them", async () => {
  const store = await open();
  const stop = new AbortController();
  const { sessionId, written } = await loadExample(store, { paceMs: 3_600_000, signal: stop.signal });
  expect(await store.thoughts(sessionId, {})).toHaveLength(1);
  stop.abort();
  await written;
  expect(await store.thoughts(sessionId, {})).toHaveLength(1);
  expect(await loadWhole(store)).toBe(sessionId);
  expect(await store.thoughts(sessionId, {})).toHaveLength(14);
});

test("[AP10] a repeated call returns the same session and writes nothing twice", async () => {
  const { send, store } = await openApi({ examplePaceMs: 0 });
  const first = await send<{ sessionId: string }>("POST", "/example");
  const stop = new AbortController();
  for await (const changes of follow(store, 0, stop.signal))
    if (changes.some(({ seq }) => seq === 14)) stop.abort();
  const position = await store.position();
  expect(await send("POST", "/example", {})).toEqual(first);
  await loadWhole(store);
  expect(await store.position()).toBe(position);
  expect(await store.sessions({})).toHaveLength(1);
});

test("[AP10] concurrent calls, and a call after an aborted one, make one complete session", async () => {
  const store = await open();
  let left = 5;
  const cutOff: Store = {
    ...store,
    append: (draft) => (left-- > 0 ? store.append(draft) : Promise.reject(new Error("cut off"))),
  };
  await expect(loadWhole(cutOff)).rejects.toThrow("cut off");
  const [first, second] = await Promise.all([loadWhole(store), loadWhole(store)]);
  expect(first).toBe(second);
  const thoughts = await Array.fromAsync(allThoughts(store, first!));
  expect(thoughts.map(({ content }) => content)).toEqual(exampleThoughts.map(({ content }) => content));
  expect(thoughts.filter(({ critique }) => critique)).toHaveLength(1);
});

test("[SA5] each principal has its own example", async () => {
  const store = await open();
  for (const name of ["ann", "bob"]) await loadWhole(ownedStore(store, name));
  expect((await store.sessions({})).map(({ owner }) => owner).toSorted()).toEqual(["ann", "bob"]);
});
