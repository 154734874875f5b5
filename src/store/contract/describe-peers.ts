import { describe, expect, test, vi } from "vitest";
import type { LeaseRequest, OpenedSession, PeerMessage, Peers } from "../peers.ts";

/** Opens this many servers of a new deployment. */
export type OpenPeers = (servers: number) => Promise<readonly Peers[]>;

const hello = {
  protocolVersion: "2025-11-25",
  capabilities: { sampling: {} },
  clientInfo: { name: "Ann's \u0000 client", version: "1" },
};
const opened: OpenedSession = { hello, owner: "ann", query: "?tools=think" };
const keepAll = { idleMs: 3_600_000, maxSessions: 1000 };

/** The specification of the state that servers share: a backend's test file is one call. */
export function describePeers(name: string, open: OpenPeers): void {
  describe(`${name} peers`, () => {
    test("[PE1] one server recalls a session that another remembered", async () => {
      const [one, two] = await openTwo();
      expect(one.self).not.toBe(two.self);
      expect(one.self).toMatch(/^[a-z0-9]+$/);
      const id = crypto.randomUUID();
      await one.remember(id, opened);
      const facts = await two.recall(id);
      expect(facts).toMatchObject({ ...opened, version: 0, subscriptions: [] });
      expect(facts?.level).toBeUndefined();
      expect(facts?.listener).toBeUndefined();
      expect(facts?.restedMs).toBeGreaterThanOrEqual(0);
      expect(facts?.restedMs).toBeLessThan(60_000);
      const nobodys = crypto.randomUUID();
      await one.remember(nobodys, { hello, query: "" });
      expect((await two.recall(nobodys))?.owner).toBeUndefined();
      await two.forget(id);
      expect(await one.recall(id)).toBeUndefined();
      expect(await one.note(id, { kind: "listening" })).toBeUndefined();
    });

    test("[P27] all servers have one random key of 32 bytes", async () => {
      const [one, two] = await openTwo();
      const [first, second] = await Promise.all([one.secret(), two.secret()]);
      expect(first).toHaveLength(32);
      expect([...second]).toEqual([...first]);
      expect([...(await one.secret())]).toEqual([...first]);
    });

    test("[PE1] stores all concurrent notes of two servers, each with its own version", async () => {
      const [one, two] = await openTwo();
      const id = crypto.randomUUID();
      await one.remember(id, opened);
      const noted = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? one : two).note(id, { kind: "subscribed", uri: `clew://${n}` }),
        ),
      );
      expect(noted.map((one) => one!.version).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 20 }, (_, n) => n + 1),
      );
      await one.note(id, { kind: "subscribed", uri: "clew://3" });
      await two.note(id, { kind: "unsubscribed", uri: "clew://4" });
      await two.note(id, { kind: "unsubscribed", uri: "clew://unknown" });
      await one.note(id, { kind: "level", level: "warning" });
      expect(await two.note(id, { kind: "listening" })).toEqual({ version: 25, listener: two.self });
      const facts = (await one.recall(id))!;
      expect(facts).toMatchObject({ version: 25, level: "warning", listener: two.self });
      const expected = Array.from({ length: 20 }, (_, n) => `clew://${n}`).filter(
        (uri) => uri !== "clew://4",
      );
      expect(facts.subscriptions.toSorted()).toEqual(expected.toSorted());
    });

    test("[PE4] forgets sessions by their last use on any server, and bounds their number", async () => {
      const [one, two] = await openTwo();
      const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const;
      await one.remember(ids[0], opened);
      await one.remember(ids[1], opened);
      await vi.waitFor(async () => expect((await one.recall(ids[1]))!.restedMs).toBeGreaterThan(5));
      await one.remember(ids[2], opened);
      await two.use([ids[0], "unknown"]);
      await one.tidy({ ...keepAll, maxSessions: 2 });
      expect(await one.recall(ids[0])).toBeDefined();
      expect(await one.recall(ids[1])).toBeUndefined();
      expect(await one.recall(ids[2])).toBeDefined();
      await vi.waitFor(async () => expect((await one.recall(ids[2]))!.restedMs).toBeGreaterThan(20));
      await two.use([ids[0]]);
      await one.tidy({ ...keepAll, idleMs: 20 });
      expect(await one.recall(ids[2])).toBeUndefined();
    });

    test("[PE2] messages reach their recipient in order, up to the maximum message size", async () => {
      const [one, two, three] = (await open(3)) as [Peers, Peers, Peers];
      const [toOne, toTwo, toThree] = [heardBy(one), heardBy(two), heardBy(three)];
      const sessionId = crypto.randomUUID();
      const large = "x\u0000é".repeat(100_000);
      await one.send({ to: two.self, sessionId, body: { n: 0, large } });
      for (let n = 1; n < 20; n++) await one.send({ to: two.self, sessionId, body: { n } });
      await vi.waitFor(() => expect(toTwo).toHaveLength(20), { timeout: 10_000 });
      expect(toTwo[0]).toEqual({ to: two.self, from: one.self, sessionId, body: { n: 0, large } });
      expect(toTwo.map(({ body }) => (body as { n: number }).n)).toEqual(
        Array.from({ length: 20 }, (_, n) => n),
      );
      await one.send({ sessionId, body: "all" });
      await two.send({ to: one.self, sessionId, body: "last" });
      await two.send({ to: three.self, sessionId, body: "last" });
      await vi.waitFor(() => {
        expect(toOne.map(({ body }) => body)).toEqual(["last"]);
        expect(toThree.map(({ body }) => body)).toEqual(["all", "last"]);
        expect(toTwo.at(-1)).toMatchObject({ from: one.self, body: "all" });
      });
    });

    test("[PE6] grants each token once when servers lease concurrently", async () => {
      const [one, two] = await openTwo();
      const order: LeaseRequest = {
        key: crypto.randomUUID(),
        perMinute: 100,
        atLeast: 1,
        atMost: 7,
        unused: 0,
      };
      const leases = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (n % 2 ? one : two).lease(order)),
      );
      const granted = leases.reduce((sum, lease) => sum + lease.granted, 0);
      expect(granted).toBeGreaterThanOrEqual(100);
      expect(granted).toBeLessThanOrEqual(110);
      expect(leases.at(-1)!.left).toBeLessThan(1);
      const back = await one.lease({ ...order, atLeast: 5, unused: 5 });
      expect(back.granted).toBeGreaterThanOrEqual(5);
      const refused = await two.lease({ ...order, atLeast: 90, atMost: 90 });
      expect(refused.granted).toBe(0);
      expect(refused.left).toBeGreaterThanOrEqual(0);
      expect(await two.lease({ ...order, key: crypto.randomUUID() })).toMatchObject({ granted: 7, left: 93 });
    });

    async function openTwo(): Promise<readonly [Peers, Peers]> {
      const [one, two] = await open(2);
      return [one!, two!];
    }
  });
}

function heardBy(peers: Peers): PeerMessage[] {
  const heard: PeerMessage[] = [];
  peers.receive((message) => heard.push(message));
  return heard;
}
