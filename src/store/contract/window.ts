import { describe, expect, it } from "vitest";
import type { Fixture } from "./fixture.ts";

/** The contract for the window of `think`. */
export function describeWindow(on: Fixture): void {
  const { add, all } = on;
  describe("the window of think", () => {
    it("[L30] clearing the window moves its start and loses nothing", async () => {
      const { thought } = await add("one");
      await add("two");
      expect((await on.store.changeSession(thought.sessionId, { clearWindow: true })).windowStart).toBe(2);
      expect((await add("three")).windowStart).toBe(2);
      expect(await all(thought.sessionId)).toHaveLength(3);
    });
  });
}
