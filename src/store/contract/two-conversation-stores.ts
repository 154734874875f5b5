import { describe, expect, it } from "vitest";
import type { Store } from "../port.ts";
import { allMessages } from "../port.ts";
import { invocationOf, timeAt } from "./invocation-fixture.ts";
import { byTurns, refusals, type TwoStores, wonBy } from "./two-stores-fixture.ts";

/** The contract for conversations and invocations that several servers write. */
export function describeTwoConversationStores(on: TwoStores): void {
  describe("conversations and invocations", () => {
    it("[PG23] if both add messages at one index, one succeeds and the others fail", async () => {
      await on.one.saveConversation({ id: "c", record: { turn: 0 } });
      const settled = await byTurns(on, 16, (store, turn) =>
        store.appendMessages("c", 0, [{ turn }, { also: turn }], { turn }),
      );
      const won = wonBy(settled);
      expect(won).toHaveLength(1);
      const { turn } = won[0]!.record;
      expect(await on.other.conversation("c")).toEqual(won[0]);
      expect(await on.one.messages("c", {})).toEqual([{ turn }, { also: turn }]);
      const conflict = { code: "CONVERSATION_CONFLICT", data: { id: "c", expected: 0, current: 2 } };
      for (const reason of refusals(settled)) expect(reason).toMatchObject(conflict);
    });

    it("[PG23] writers that retry lose nothing and leave no gap", async () => {
      await on.one.saveConversation({ id: "c", record: {} });
      const settled = await byTurns(on, 12, (store, turn) => addAtEnd(store, turn));
      expect(refusals(settled)).toEqual([]);
      const turns = (await allMessages(on.other, "c")).map(({ turn }) => turn as number);
      expect(turns.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, turn) => turn));
      expect(await on.one.conversation("c")).toMatchObject({ messageCount: 12 });
    });

    it("[PG23] a conversation that both save under one id is saved once", async () => {
      const settled = await byTurns(on, 8, (store, turn) =>
        store.saveConversation({ id: "c", record: { turn }, messages: [{ turn }] }),
      );
      expect(wonBy(settled)).toHaveLength(1);
      for (const reason of refusals(settled)) expect(reason).toMatchObject({ code: "CONVERSATION_CONFLICT" });
      expect(await on.other.messages("c", {})).toEqual([wonBy(settled)[0]!.record]);
    });

    it("[PG23] conversations are listed in the order of their writes, through either store", async () => {
      for (const [index, id] of ["a", "b", "c", "d"].entries())
        await (index % 2 === 0 ? on.one : on.other).saveConversation({ id, record: {} });
      await on.other.appendMessages("a", 0, [{ text: "more" }]);
      for (const store of [on.one, on.other])
        expect((await store.conversations({})).map(({ id }) => id)).toEqual(["a", "d", "c", "b"]);
    });

    it("[PG23] invocations that both store, in any order, exist once", async () => {
      const rows = Array.from({ length: 300 }, (_, second) => invocationOf(second));
      const settled = await byTurns(on, 6, (store, turn) =>
        store.keepInvocations(turn % 2 === 0 ? rows : rows.toReversed()),
      );
      expect(refusals(settled)).toEqual([]);
      expect(await on.other.invocations({ limit: 1_000 })).toEqual(rows.toReversed());
      expect(await on.one.invocationStats({})).toMatchObject([{ calls: 300 }]);
    });

    it("[PG23] both may prune invocations at once: each is counted once, and the newest stay", async () => {
      const rows = Array.from({ length: 1_200 }, (_, second) => invocationOf(second));
      await on.one.keepInvocations(rows);
      const settled = await byTurns(on, 4, (store) =>
        store.pruneInvocations({ before: timeAt(100), keep: 150 }),
      );
      expect(refusals(settled)).toEqual([]);
      expect(wonBy(settled).reduce((sum, dropped) => sum + dropped, 0)).toBe(1_050);
      const left = await on.other.invocations({ limit: 1_000 });
      expect(left.map(({ id }) => id)).toEqual(
        rows
          .slice(-150)
          .map(({ id }) => id)
          .reverse(),
      );
    });
  });
}

async function addAtEnd(store: Store, turn: number): Promise<void> {
  for (;;) {
    const { messageCount } = (await store.conversation("c"))!;
    try {
      await store.appendMessages("c", messageCount, [{ turn }]);
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== "CONVERSATION_CONFLICT") throw error;
    }
  }
}
