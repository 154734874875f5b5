import { describe, expect, it } from "vitest";
import type { Fixture } from "./fixture.ts";
import { invocationOf, timeAt } from "./invocation-fixture.ts";

/** The contract for pruning invocations. */
export function describeInvocationRetention(on: Fixture): void {
  const keep = (...seconds: readonly number[]) =>
    on.store.keepInvocations(seconds.map((at) => invocationOf(at)));
  const times = async () => (await on.store.invocations({ limit: 1_000 })).map((row) => row.created_at);

  describe("retention of invocations", () => {
    it("[IV4] invocations before a time are deleted, with their inputs and outputs", async () => {
      const old = invocationOf(1);
      await on.store.keepInvocations([old]);
      await keep(2, 3, 4);
      expect(await on.store.pruneInvocations({ before: timeAt(3), keep: 100 })).toBe(2);
      expect(await times()).toEqual([timeAt(4), timeAt(3)]);
      expect(await on.store.invocation(old.id)).toBeUndefined();
      expect(await on.store.pruneInvocations({ before: timeAt(3), keep: 100 })).toBe(0);
    });

    it("[IV4] beyond the number to keep, the oldest are deleted, in any order of writing", async () => {
      await keep(5, 1, 4);
      await keep(2, 3);
      expect(await on.store.pruneInvocations({ before: timeAt(0), keep: 2 })).toBe(3);
      expect(await times()).toEqual([timeAt(5), timeAt(4)]);
    });

    it("[IV4] age and count limits apply together, for any number of rows", async () => {
      await keep(...Array.from({ length: 1_000 }, (_, i) => i));
      expect(await on.store.pruneInvocations({ before: timeAt(300), keep: 450 })).toBe(550);
      expect((await times()).length).toBe(450);
      expect((await times()).at(-1)).toBe(timeAt(550));
      expect(await on.store.pruneInvocations({ before: timeAt(2_000), keep: 450 })).toBe(450);
      expect((await on.store.inspect()).invocations).toBe(0);
      await keep(7);
      expect(await times()).toEqual([timeAt(7)]);
    });
  });
}
