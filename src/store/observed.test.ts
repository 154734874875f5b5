import { expect, test } from "vitest";
import { observedStore, type StoreObserver } from "./observed.ts";
import { openStore } from "./open.ts";

/** A store in memory, and what its observer was told. */
async function openObserved() {
  const told: string[] = [];
  const observer: StoreObserver = {
    thought: ({ source, number }, ended) => told.push(`thought ${source} ${number}${ended ? " ended" : ""}`),
    sessionOpened: () => told.push("session"),
    cellRan: ({ status }) => told.push(`cell ${status}`),
    stored: (operation, seconds, failed) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      told.push(`${operation}${failed ? " failed" : ""}`);
    },
  };
  const store = observedStore(await openStore({ memory: true }), observer);
  return {
    store,
    told: () => told.splice(0),
    [Symbol.asyncDispose]: () => store.close(),
  };
}

const draft = (more: object = {}) => ({
  target: { sessionId: "s", create: () => ({ title: "S", mode: "think" as const }) },
  content: "What is known?",
  nextThoughtNeeded: true,
  mode: "think" as const,
  source: "think" as const,
  ...more,
});

test("[MX1] thoughts and sessions are told once, a repeat is not", async () => {
  await using scene = await openObserved();
  const { store, told } = scene;
  await store.append(draft());
  expect(told()).toEqual(["append", "thought think 1", "session"]);
  const idempotency = { scope: "a", key: "k" };
  await store.append(draft({ idempotency }));
  await store.append(draft({ idempotency }));
  expect(told()).toEqual(["append", "thought think 2", "append"]);
  const chain = { target: { handle: "h", open: () => ({ title: "C", mode: "chain" }) }, mode: "chain" };
  await store.append(draft({ ...chain, nextThoughtNeeded: false }));
  expect(told()).toEqual(["append", "thought think 1 ended", "session"]);
  await store.openSession({ title: "T", mode: "chain" });
  expect(told()).toEqual(["session"]);
});

test("[MX1] the time of reading and searching is told, and a fault of the store is told from a refusal", async () => {
  await using scene = await openObserved();
  const { store, told } = scene;
  await store.session("none");
  await store.sessions({});
  await store.thoughts("none", {});
  await store.search({ text: "known" });
  expect(told()).toEqual(["read", "read", "read", "search"]);
  await expect(store.append(draft({ target: { sessionId: "none" } }))).rejects.toMatchObject({
    code: "SESSION_NOT_FOUND",
  });
  expect(told()).toEqual(["append"]);
  await store.close();
  await expect(store.append(draft())).rejects.toThrow();
  await expect(store.session("s")).rejects.toThrow();
  expect(told()).toEqual(["append failed", "read failed"]);
});
