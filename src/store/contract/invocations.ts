import { describe, expect, it } from "vitest";
import type { Invocation, InvocationFilter } from "../../ledger/index.ts";
import type { Fixture } from "./fixture.ts";
import { invocationOf, timeAt } from "./invocation-fixture.ts";

/** The contract for storing and finding invocations. */
export function describeInvocations(on: Fixture): void {
  const keep = (...rows: readonly Invocation[]) => on.store.keepInvocations(rows);
  const ids = async (filter: InvocationFilter) => (await on.store.invocations(filter)).map(({ id }) => id);

  describe("invocations", () => {
    it("[IV1] a call is stored with every field, or with only the required ones", async () => {
      const full = invocationOf(1, {
        kind: "model",
        session_id: "s-1",
        tool_name: "langbase",
        input: { system: "s", messages: [{ role: "user", content: 'a\0b "日本語" 🧵\u2028' }], none: null },
        output: { text: "", stop: "end", nested: { list: [1, true, 0.5] } },
        pipe_name: "linear-reasoning-v1",
        latency_ms: 1234,
        success: false,
        error: "Timeout: no answer\n\0 within 30 s",
        input_tokens: 100,
        output_tokens: 0,
        cost: 0.000123,
      });
      const bare = invocationOf(2, { input: {} });
      await keep(full, bare);
      expect(await on.store.invocation(full.id)).toEqual(full);
      expect(await on.store.invocation(bare.id)).toEqual(bare);
      expect(await on.store.invocations({})).toEqual([bare, full]);
      expect(await on.store.invocation("nope")).toBeUndefined();
      expect((await on.store.inspect()).invocations).toBe(2);
    });

    it("[IV1] calls are listed newest first, those of one moment in the order of writing", async () => {
      const [a, b, c, d] = [invocationOf(5), invocationOf(3), invocationOf(5), invocationOf(4)];
      await keep(a, b);
      await keep(c, d);
      expect(await ids({})).toEqual([c.id, a.id, d.id, b.id]);
      expect(await ids({ limit: 2 })).toEqual([c.id, a.id]);
      expect(await ids({ limit: 0 })).toEqual([]);
    });

    it("[IV1] calls are found by tool, session, kind, outcome and time, and by all of them together", async () => {
      const rows = [
        invocationOf(1, { session_id: "a" }),
        invocationOf(2, { session_id: "b", success: false, error: "no" }),
        invocationOf(3, { session_id: "a", tool_name: "notebook", success: false, error: "no" }),
        invocationOf(4, { session_id: "a", tool_name: "anthropic", kind: "model" }),
        invocationOf(5, { tool_name: "anthropic", kind: "model", success: false, error: "no" }),
      ] as const;
      await keep(...rows);
      const found = async (filter: InvocationFilter) =>
        (await ids(filter)).map((id) => rows.findIndex((row) => row.id === id) + 1);
      expect(await found({ tool: "think" })).toEqual([2, 1]);
      expect(await found({ tool: "thin" })).toEqual([]);
      expect(await found({ sessionId: "a" })).toEqual([4, 3, 1]);
      expect(await found({ kind: "model" })).toEqual([5, 4]);
      expect(await found({ kind: "tool" })).toEqual([3, 2, 1]);
      expect(await found({ success: false })).toEqual([5, 3, 2]);
      expect(await found({ success: true })).toEqual([4, 1]);
      expect(await found({ since: timeAt(2), until: timeAt(4) })).toEqual([4, 3, 2]);
      expect(await found({ since: timeAt(6) })).toEqual([]);
      expect(await found({ sessionId: "a", success: false, since: timeAt(1) })).toEqual([3]);
      expect(await found({ kind: "model", tool: "anthropic", success: true })).toEqual([4]);
    });

    it("[IV1] pages continue after the last id, and skip nothing of one moment", async () => {
      const rows = Array.from({ length: 25 }, (_, i) => invocationOf(Math.floor(i / 10)));
      await keep(...rows);
      const seen: string[] = [];
      for (let page = await ids({ limit: 7 }); page.length > 0; ) {
        seen.push(...page);
        page = await ids({ limit: 7, before: page.at(-1)! });
      }
      expect(seen).toEqual(rows.map(({ id }) => id).reverse());
      expect(await ids({ before: rows[3]!.id, tool: "think" })).toEqual(
        rows
          .slice(0, 3)
          .map(({ id }) => id)
          .reverse(),
      );
      expect(await ids({ before: "gone" })).toEqual([]);
    });

    it("[IV1] many are stored at once, none twice, and at most a thousand are listed", async () => {
      const rows = Array.from({ length: 1_203 }, (_, i) => invocationOf(i));
      await Promise.all([keep(...rows), keep(...rows), keep()]);
      expect((await on.store.inspect()).invocations).toBe(1_203);
      expect(await on.store.invocations({ limit: 5_000 })).toHaveLength(1_000);
      expect(await on.store.invocations({})).toHaveLength(50);
    });

    it("[IV1] calls are not in the feed", async () => {
      await on.add("one");
      const before = await on.store.position();
      await keep(invocationOf(1));
      expect(await on.store.position()).toBe(before);
      expect(await on.store.changes(before, 10)).toEqual([]);
    });
  });
}
