import { EventEmitter } from "node:events";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { type ReadEvent, readEvents } from "../../../test/support/read-events.ts";
import { draftOf } from "../../store/contract/fixture.ts";
import { notebookOf } from "../../store/contract/notebook-fixture.ts";
import { createFeed } from "../../store/feed.ts";
import { ownedStore } from "../../store/owned-store.ts";
import { ownerIds } from "../../store/owner-ids.ts";
import type { Store } from "../../store/port.ts";
import { createApi } from "./create-api.ts";
import type { ChangeEvent } from "./schemas.ts";

const target = { sessionId: "s", create: () => ({ title: "s", mode: "chain" as const }) };
const changesIn = ({ event, data }: ReadEvent) => (event === "change" ? (data as ChangeEvent[]) : []);

describe("/api/events", () => {
  test("[AP6] it starts at the newest change or after the requested position; Last-Event-ID takes precedence", async () => {
    const { store, ask } = await openApi();
    for (let i = 0; i < 3; i++) await store.append(draftOf(target, "x"));
    const newest = await store.position();
    const firstOf = async (query: string, lastId?: string) => {
      const { events, stop } = readEvents(await ask("GET", `/events${query}`, undefined, lastId));
      const { value } = await events.next();
      const second = value?.id === String(newest) ? undefined : await events.next();
      await stop();
      return [value, second?.value];
    };
    expect((await firstOf(""))[0]).toEqual({
      event: "ready",
      data: { position: newest },
      id: String(newest),
    });
    const [ready, change] = await firstOf("?from=1");
    expect(ready?.data).toEqual({ position: 1 });
    expect(change).toMatchObject({ event: "change", id: String(newest) });
    expect(changesIn(change!).map(({ kind, seq }) => [kind, seq])).toEqual([
      ["thought", 1],
      ["thought", 2],
      ["thought", 3],
    ]);
    expect((await firstOf("?from=0", "2"))[0]?.data).toEqual({ position: 2 });
  });

  test("[AP6] a position that this ledger has not reached restarts at the newest and says so", async () => {
    const { store, ask } = await openApi();
    await store.append(draftOf(target, "x"));
    const { events, stop } = readEvents(await ask("GET", "/events?from=999999"));
    expect((await events.next()).value?.data).toEqual({ position: await store.position(), reset: true });
    await stop();
  });

  test.each(["x", "-1", "1.5", "99999999999999999999"])(
    "[AP2] Last-Event-ID %s is refused",
    async (lastId) => {
      const { ask } = await openApi();
      expect((await ask("GET", "/events", undefined, lastId)).status).toBe(400);
    },
  );

  test("[AP6] sessions, thoughts and notebooks are reported, and many writes are sent together", async () => {
    const { store, ask } = await openApi();
    const { events, stop } = readEvents(await ask("GET", "/events"));
    await events.next();
    await store.openSession({ id: "s", title: "s", mode: "chain" });
    await store.createNotebook(notebookOf("n"));
    await Promise.all(Array.from({ length: 1_000 }, () => store.append(draftOf(target, "x"))));
    const seen: ChangeEvent[] = [];
    let sent = 0;
    for (; seen.length < 1_002; sent++) seen.push(...changesIn((await events.next()).value!));
    await stop();
    expect(seen.slice(0, 2)).toMatchObject([
      { kind: "session", sessionId: "s" },
      { kind: "notebook", notebookId: "n" },
    ]);
    expect(seen.slice(2).map(({ seq }) => seq)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1));
    expect(sent).toBeLessThan(20);
  });

  test("[AP6] a reader that reconnects at random misses nothing and gets nothing twice", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 }),
        async (bursts, stays) => {
          const { store, ask } = await openApi();
          const total = bursts.reduce((sum, count) => sum + count, 0);
          const writing = (async () => {
            for (const count of bursts)
              await Promise.all(Array.from({ length: count }, () => store.append(draftOf(target, "x"))));
          })();
          const seen: ChangeEvent[] = [];
          let last = "0";
          for (let turn = 0; seen.length < total + 1; turn++) {
            const { events, stop } = readEvents(await ask("GET", "/events", undefined, last));
            for (let left = stays[turn % stays.length]!; left >= 0 && seen.length < total + 1; left--) {
              const { value } = await events.next();
              seen.push(...changesIn(value!));
              last = value!.id ?? last;
            }
            await stop();
          }
          await writing;
          expect(seen).toEqual(await store.changes(0, total + 1));
        },
      ),
      { numRuns: 25 },
    );
  });

  test("[SA5] a principal gets its own changes only", async () => {
    const { store } = await openApi();
    const ann = ownedStore(store, "ann");
    const { ask } = await openApi({
      viewOf: () => ({ sees: ownerIds("ann").shownChange }) as never,
      feed: createFeed(store),
    });
    const { events, stop } = readEvents(await ask("GET", "/events?from=0"));
    await events.next();
    await ownedStore(store, "bob").append(draftOf(target, "of bob"));
    await ann.append(draftOf(target, "of ann"));
    const { value } = await events.next();
    await stop();
    expect(changesIn(value!).map(({ position: _, ...change }) => change)).toEqual([
      { kind: "session", sessionId: "s" },
      { kind: "thought", sessionId: "s", seq: 1 },
    ]);
  });

  test("[AP6] a caller that leaves before the stream starts, or sends HEAD, leaves no follower", async () => {
    const { store } = await openApi();
    let followers = 0;
    const counted: Store = {
      ...store,
      onWrite(listener) {
        const stop = store.onWrite(listener);
        followers++;
        return () => {
          followers--;
          stop();
        };
      },
    };
    const parts = { viewOf: () => ({}), feed: createFeed(counted), version: "0" };
    const api = createApi(parts as never, { report: () => {} });
    expect((await api.request("/events", { method: "HEAD" })).status).toBe(200);
    expect(followers).toBe(0);
    const gone = Object.assign(new EventEmitter(), { destroyed: true });
    await api.request("/events", {}, { outgoing: gone });
    const leaving = Object.assign(new EventEmitter(), { destroyed: false });
    await api.request("/events", {}, { outgoing: leaving });
    await vi.waitFor(() => expect(followers).toBe(1));
    leaving.emit("close");
    await vi.waitFor(() => expect(followers).toBe(0));
  });

  test("[AP6] it ends when the server stops", async () => {
    const stopping = new AbortController();
    const { ask } = await openApi({ stopping: stopping.signal });
    const { events } = readEvents(await ask("GET", "/events"));
    await events.next();
    stopping.abort();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});
