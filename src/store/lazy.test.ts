import { expect, test } from "vitest";
import { Failure } from "../ledger/index.ts";
import { describeStore } from "./contract/describe-store.ts";
import { lazyStore } from "./lazy.ts";
import { openStore } from "./open.ts";
import type { Store } from "./port.ts";

/** A lazy store in memory whose first `failing` openings fail, and how often it was opened. */
function open(failing = 0) {
  let openings = 0;
  const store = lazyStore(() => {
    openings++;
    if (openings <= failing) return Promise.reject(new Failure("STORE_READ_ONLY", {}));
    return openStore({ memory: true });
  });
  return { store, openings: () => openings };
}

describeStore("a store that is opened at first use", async () => open().store);

const write = (store: Store) => store.openSession({ title: "A question", mode: "chain" });

test("[S10] a store is opened at first use, once for all callers", async () => {
  const { store, openings } = open();
  expect(openings()).toBe(0);
  const [{ id }] = await Promise.all([write(store), write(store), store.position()]);
  expect((await store.session(id))?.title).toBe("A question");
  expect(openings()).toBe(1);
  await store.close();
});

test("[S10] a failed opening fails the calls that waited for it, and the next call tries again", async () => {
  const { store, openings } = open(1);
  const first = await Promise.allSettled([write(store), store.sessions({})]);
  for (const call of first)
    expect(call).toMatchObject({ status: "rejected", reason: { code: "STORE_READ_ONLY" } });
  expect((await write(store)).title).toBe("A question");
  expect(openings()).toBe(2);
  await store.close();
});

test("[S10] closing an unused store opens nothing", async () => {
  const { store, openings } = open();
  await store.close();
  expect(openings()).toBe(0);
});

test("[S10] a listener registered before the store is open is called until it stops", async () => {
  const { store } = open();
  const heard: string[] = [];
  const early = Promise.withResolvers<void>();
  store.onWrite(() => heard.push("stopped"))();
  const stop = store.onWrite(() => early.resolve());
  await write(store);
  await early.promise;
  stop();
  expect(heard).toEqual([]);
  await store.close();
});
