import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChangeEvent } from "../../src/http/api/schemas.ts";
import { openStore } from "../../src/store/open.ts";
import { allThoughts } from "../../src/store/port.ts";
import { type Acknowledged, callers, placeOf, thoughtOf } from "../safety/load.ts";
import type { Caller } from "../safety/retrying-callers.ts";
import { ledgerLocation, useLedgerServer } from "../support/deployment-ledger.ts";
import { useOwnPostgres } from "../support/postgres-ledger.ts";
import { readEvents } from "../support/read-events.ts";
import { type ServingThree, serveThree } from "../support/serve-three.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const postgres = useOwnPostgres();
const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
let serving: ServingThree;
beforeAll(async () => {
  useLedgerServer(postgres.server);
  serving = cleanup.use(await serveThree({ home }));
});
afterAll(() => cleanup.disposeAsync());

/** Whether each server is ready. */
const readiness = () =>
  Promise.all(
    serving.servers.map(async ({ address }) => (await fetch(new URL("/readyz", address))).status === 200),
  );

/** Every change that one server reports, across its restarts. */
function follow(at: number) {
  const seen: ChangeEvent[] = [];
  let isOver = false;
  let stop = async () => {};
  let last = "0";
  async function readOn(): Promise<void> {
    const url = new URL("/api/events", serving.servers[at]!.address);
    const reader = readEvents(await fetch(url, { headers: { "last-event-id": last } }));
    stop = reader.stop;
    for await (const { event, data, id } of reader.events) {
      if (event === "change") seen.push(...(data as ChangeEvent[]));
      last = id ?? last;
    }
  }
  const done = (async () => {
    while (!isOver) {
      await readOn().catch(() => {});
      // While a server is down, connections are refused at once.
      await delay(20);
    }
  })();
  return {
    seen,
    async end() {
      isOver = true;
      await stop();
      await done;
    },
  };
}

it("[SO4] [SO5] servers killed and stopped, and a database restarted, under load lose nothing that was acknowledged, write nothing twice, and are ready again by themselves", async () => {
  const acknowledged: Acknowledged[] = [];
  const followers = [0, 1, 2].map(follow);
  let wanted = { count: 0, reached: () => {} };
  let isOver = false;
  let repeats = 0;
  let replayed = 0;

  async function until(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    wanted = { count: acknowledged.length + count, reached: resolve };
    await promise;
  }
  async function work(caller: Caller, client: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const thought = thoughtOf(client, turn);
      const { structured, isReplayed } = await insist(caller, thought);
      if (isReplayed) replayed += 1;
      acknowledged.push(placeOf(thought, structured));
      if (acknowledged.length >= wanted.count) wanted.reached();
    }
  }
  /** The same call with the same key, until it is answered. */
  async function insist(caller: Caller, { tool, given, key }: ReturnType<typeof thoughtOf>) {
    for (;;) {
      try {
        return await caller(tool, given, key);
      } catch {
        repeats += 1;
        await delay(10);
      }
    }
  }
  async function disturb(): Promise<void> {
    const database = postgres.server;
    for (const [at, how] of ["kill", "kill", "stop"].entries()) {
      await until(30);
      await serving.servers[at]![how as "kill" | "stop"]();
      // The other two continue.
      await until(30);
      await serving.startAgain(at);
    }
    await until(20);
    await database.restart();
    await until(20);
    await expect.poll(readiness).toEqual([true, true, true]);
    await database.kill();
    await expect.poll(readiness).toEqual([false, false, false]);
    await database.start();
    await expect.poll(readiness).toEqual([true, true, true]);
    await until(20);
    isOver = true;
  }

  await Promise.all([disturb(), ...callers.map((open, client) => work(open(serving.url), client))]);
  const store = await openStore(await ledgerLocation(home));
  cleanup.defer(() => store.close());
  const stored: Acknowledged[] = [];
  for (const sessionId of new Set(acknowledged.map((one) => one.sessionId)))
    for await (const { seq, content } of allThoughts(store, sessionId))
      stored.push({ sessionId, seq, content });
  expect(stored.toSorted(byContent)).toEqual(acknowledged.toSorted(byContent));
  expect((await store.inspect()).thoughts).toBe(acknowledged.length);
  const changes = await store.changes(0, 100_000);
  for (const follower of followers) {
    await expect.poll(() => follower.seen.length).toBe(changes.length);
    await follower.end();
    expect(follower.seen).toEqual(changes);
  }
  console.log(
    `${acknowledged.length} acknowledged, ${repeats} repeats, ${replayed} of them had been written`,
  );
}, 120_000);

const byContent = (one: Acknowledged, other: Acknowledged) => (one.content < other.content ? -1 : 1);
