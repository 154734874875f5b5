import { describe, expect, it } from "vitest";
import { startCuttingProxy } from "../../../test/support/cutting-proxy.ts";
import { follower } from "../../../test/support/follower.ts";
import { useOwnPostgres } from "../../../test/support/postgres-ledger.ts";
import type { Thought } from "../../ledger/index.ts";
import { draftOf, open } from "../contract/fixture.ts";
import { allThoughts, type Store } from "../port.ts";

const ground = useOwnPostgres();
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Appends one thought after another until stopped, and reports how many so far. */
function writer(store: Store, sessionId: string) {
  const acknowledged: Thought[] = [];
  let stopped = false;
  const done = (async () => {
    while (!stopped)
      acknowledged.push((await store.append(draftOf({ sessionId }, `${acknowledged.length}`))).thought);
  })();
  return {
    acknowledged,
    stop: () => {
      stopped = true;
      return done;
    },
  };
}

describe("a server that stops", () => {
  it("[PG5] restarts and crashes under load lose no acknowledged write and no change of the feed", async () => {
    const url = await ground.newLedger();
    const stores = [await ground.open(url), await ground.open(url)];
    const ids = await Promise.all(numbers(4).map(async () => (await stores[0]!.openSession(open)).id));
    const reader = follower(stores[1]!, await stores[0]!.position());
    // Two servers write to each session.
    const writers = stores.flatMap((store) => ids.map((id) => writer(store, id)));
    const written = () => writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    const more = (count: number) => {
      const wanted = written() + count;
      return reader.until(() => written() >= wanted);
    };
    await more(50);
    await ground.server.restart();
    await more(50);
    await ground.server.kill();
    await ground.server.start();
    await more(50);
    await Promise.all(writers.map(({ stop }) => stop()));

    const thoughts = await Promise.all(ids.map((id) => Array.fromAsync(allThoughts(stores[0]!, id))));
    for (const [index, session] of thoughts.entries()) {
      expect(session.map(({ seq }) => seq)).toEqual(numbers(session.length));
      const acknowledged = writers
        .flatMap(({ acknowledged }) => acknowledged)
        .filter(({ sessionId }) => sessionId === ids[index]);
      expect(acknowledged.toSorted((a, b) => a.seq - b.seq)).toEqual(session);
    }
    await reader.until((seen) => seen.length >= written());
    await reader.stop();
    expect(reader.seen).toHaveLength(written());
    for (const [index, id] of ids.entries())
      expect(reader.seen.filter(({ sessionId }) => sessionId === id).map(({ seq }) => seq)).toEqual(
        numbers(thoughts[index]!.length),
      );
  });

  describe.each(["before", "after"] as const)("a connection that breaks %s a thought is written", (when) => {
    it("[PG6] writes the thought once and returns the right result", async () => {
      await using way = await startCuttingProxy(await ground.newLedger());
      const store = await ground.open(way.url);
      const handle = { handle: "h", open: () => open };
      way.cutNextCommit(when);
      const opened = await store.append(draftOf(handle, "opening"));
      expect([way.cuts, opened.opened]).toEqual([1, true]);
      for (const content of ["second", "third", "last"]) {
        way.cutNext(when, content);
        await store.append(draftOf(handle, content, { nextThoughtNeeded: content !== "last" }));
      }
      expect(way.cuts).toBe(4);
      const thoughts = await store.thoughts(opened.thought.sessionId, {});
      expect(thoughts.map(({ content }) => content)).toEqual(["opening", "second", "third", "last"]);
      expect(await store.sessions({})).toMatchObject([{ thoughtCount: 4, status: "completed" }]);
      expect(await store.append(draftOf(handle, "next"))).toMatchObject({ opened: true });
      await store.close();
    });

    it("[PG6] opens and changes a session once, writes a critique once and moves a handle", async () => {
      await using way = await startCuttingProxy(await ground.newLedger());
      const store = await ground.open(way.url);
      const cutting = <T>(write: () => Promise<T>): Promise<T> => {
        way.cutNextCommit(when);
        return write();
      };
      const { id } = await cutting(() => store.openSession(open));
      await store.append(draftOf({ sessionId: id }, "one"));
      expect((await cutting(() => store.changeSession(id, { clearWindow: true }))).windowStart).toBe(1);
      expect(await cutting(() => store.saveCritique(id, 1, { text: "weak" }))).toEqual({ text: "weak" });
      expect(await cutting(() => store.moveHandle("h", { sessionId: id }))).toMatchObject({ sessionId: id });
      expect(way.cuts).toBe(4);
      expect(await store.sessions({})).toHaveLength(1);
      expect((await store.changes(0, 10)).map(({ kind }) => kind)).toEqual([
        "session",
        "thought",
        "session",
        "session",
      ]);
      await store.close();
    });

    it("[PG6] a key whose answer was lost is used once", async () => {
      await using way = await startCuttingProxy(await ground.newLedger());
      const store = await ground.open(way.url);
      const idempotency = { scope: "s", key: "k" };
      const { id } = await store.openSession(open);
      await store.append(draftOf({ sessionId: id }, "one"));
      way.cutNext(when, "two");
      const first = await store.append(draftOf({ sessionId: id }, "two", { idempotency }));
      const repeat = await store.append(draftOf({ sessionId: id }, "two", { idempotency }));
      expect(repeat).toEqual({ ...first, replayed: true });
      expect(await store.thoughts(id, {})).toHaveLength(2);
      await store.close();
    });
  });

  it("[PG6] a waiting write that the server terminates is done once, in order", async () => {
    const url = await ground.newLedger();
    const store = await ground.open(url);
    const { id } = await store.openSession(open);
    const client = await ground.connect(url);
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(clew.lock_of($1))", [id]);
    const writing = Promise.all(
      ["a", "b"].map((content) => store.append(draftOf({ sessionId: id }, content))),
    );
    const other = await ground.connect(url);
    const END = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await other.query(END)).rows.length === 0);
    await client.query("COMMIT");
    expect((await writing).map(({ thought }) => thought.seq)).toEqual([1, 2]);
    expect((await store.thoughts(id, {})).map(({ content }) => content)).toEqual(["a", "b"]);
  });
});
