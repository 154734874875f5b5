import { expect, test } from "vitest";
import type { Change } from "../ledger/index.ts";
import { withLag } from "./feed-lag.ts";

const change = (position: number): Change => ({ position, kind: "session", sessionId: "s" });

test("[MX1] the lag is what the slowest follower has yet to be told, and nothing when nobody follows", async () => {
  let newest = 10;
  const { feed, lag } = withLag({
    position: async () => newest,
    async *follow(from) {
      yield [change(from + 1), change(from + 2)];
      yield [change(from + 3)];
    },
  });
  expect(await lag()).toBe(0);
  const slow = feed.follow(10, new AbortController().signal)[Symbol.asyncIterator]();
  const fast = feed.follow(12, new AbortController().signal)[Symbol.asyncIterator]();
  newest = 15;
  await slow.next();
  await fast.next();
  expect(await lag()).toBe(5);
  await slow.next();
  expect(await lag()).toBe(3);
  await slow.next();
  expect(await lag()).toBe(3);
  await fast.return?.();
  expect(await lag()).toBe(0);
});
