import { describe, expect, it } from "vitest";
import { follow } from "../port.ts";
import type { Fixture } from "./fixture.ts";

/** The contract for the change feed. */
export function describeFeed(on: Fixture): void {
  const { add } = on;
  describe("the feed", () => {
    it("[F1] every write of a session or thought has a position in one order", async () => {
      const { thought } = await add("one");
      await on.store.changeSession(thought.sessionId, { stage: 1 });
      await add("two");
      const changes = await on.store.changes(0, 100);
      expect(changes.map(({ kind, seq }) => [kind, seq])).toEqual([
        ["session", undefined],
        ["thought", 1],
        ["session", undefined],
        ["thought", 2],
      ]);
      expect(changes.map((change) => change.position)).toEqual(
        [...changes.map((change) => change.position)].sort((a, b) => a - b),
      );
      const { position } = changes.at(-1)!;
      expect(await on.store.position()).toBe(position);
      expect((await on.store.feedState()).position).toBe(position);
      expect(await on.store.changes(changes[1]!.position, 1)).toEqual([changes[2]]);
    });

    it("[F2] a follower gets each change once and in order, from before and after it started", async () => {
      await add("before");
      const stop = new AbortController();
      const seen: number[] = [];
      const done = (async () => {
        for await (const changes of follow(on.store, 0, stop.signal)) {
          seen.push(...changes.filter((change) => change.kind === "thought").map((change) => change.seq!));
          if (seen.length >= 51) stop.abort();
        }
      })();
      for (let i = 0; i < 50; i++) await add(`after ${i}`);
      await done;
      expect(seen).toEqual(Array.from({ length: 51 }, (_, i) => i + 1));
    });
  });
}
