import { expect, test } from "vitest";
import { observedStore, type StoreObserver } from "./observed-store.ts";
import { openStore } from "./open.ts";

/** A store in memory, and the reports of its observer. */
async function openObserved() {
  const events: string[] = [];
  const observer: StoreObserver = {
    thought: ({ source, number }, ended) =>
      events.push(`thought ${source} ${number}${ended ? " ended" : ""}`),
    sessionOpened: () => events.push("session"),
    noted: (state, seconds) =>
      events.push(`note ${state}${seconds === undefined ? "" : ` after ${seconds >= 0}`}`),
    cellRan: ({ status }) => events.push(`cell ${status}`),
    stored: (operation, seconds, failed) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      events.push(`${operation}${failed ? " failed" : ""}`);
    },
  };
  const store = observedStore(await openStore({ memory: true }), observer);
  return {
    store,
    events: () => events.splice(0),
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

test("[MX1] thoughts and sessions are reported once, repeats are not", async () => {
  await using scene = await openObserved();
  const { store, events } = scene;
  await store.append(draft());
  expect(events()).toEqual(["append", "thought think 1", "session"]);
  const idempotency = { scope: "a", key: "k" };
  await store.append(draft({ idempotency }));
  await store.append(draft({ idempotency }));
  expect(events()).toEqual(["append", "thought think 2", "append"]);
  const chain = { target: { handle: "h", open: () => ({ title: "C", mode: "chain" }) }, mode: "chain" };
  await store.append(draft({ ...chain, nextThoughtNeeded: false }));
  expect(events()).toEqual(["append", "thought think 1 ended", "session"]);
  await store.openSession({ title: "T", mode: "chain" });
  expect(events()).toEqual(["session"]);
});

test("[MX1] the time of reads and searches is reported, and faults of the store are distinguished from refusals", async () => {
  await using scene = await openObserved();
  const { store, events } = scene;
  await store.session("none");
  await store.sessions({});
  await store.thoughts("none", {});
  await store.search({ text: "known" });
  expect(events()).toEqual(["read", "read", "read", "search"]);
  await expect(store.append(draft({ target: { sessionId: "none" } }))).rejects.toMatchObject({
    code: "SESSION_NOT_FOUND",
  });
  expect(events()).toEqual(["append"]);
  await store.close();
  await expect(store.append(draft())).rejects.toThrow();
  await expect(store.session("s")).rejects.toThrow();
  expect(events()).toEqual(["append failed", "read failed"]);
});

test("[ST25] each state that a note reaches is reported once", async () => {
  await using scene = await openObserved();
  const { store, events } = scene;
  const { sessionId } = (await store.append(draft())).thought;
  const first = await store.addNote(sessionId, { text: "Stop", author: "Ann" });
  await store.addNote(sessionId, { text: "Go", author: "Ann" });
  const limits = { most: 5, bytes: 100 };
  const call = { scope: "s", key: "k" };
  for (let turn = 0; turn < 2; turn++) await store.deliverNotes(sessionId, { ...limits, call });
  await store.append(draft({ content: `note:${first.id}` }));
  for (let turn = 0; turn < 3; turn++) await store.deliverNotes(sessionId, limits);
  const reported: string[] = [];
  await expect.poll(() => reported.push(...events().filter((event) => event.startsWith("note ")))).toBe(6);
  expect(reported.toSorted()).toEqual([
    "note answered",
    "note delivered after true",
    "note delivered after true",
    "note unanswered",
    "note waiting",
    "note waiting",
  ]);
});
