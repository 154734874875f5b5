import { describe, expect, it, vi } from "vitest";
import { allMessages, type Opaque } from "../port.ts";
import type { Fixture } from "./fixture.ts";

const said = (...texts: string[]): Opaque[] => texts.map((text) => ({ role: "user", text }));

/** The contract for conversations. */
export function describeConversations(on: Fixture): void {
  const conflict = (id: string, expected: number, current: number) => ({
    code: "CONVERSATION_CONFLICT",
    data: { id, expected, current },
  });

  describe("conversations", () => {
    it("[HS6] a conversation is stored with its record and its messages, unchanged", async () => {
      const record = { model: "m", nested: { list: [1, null, "ü"] }, lone: "\ud800" };
      const kept = await on.store.saveConversation({ id: "c", record });
      expect(kept).toEqual({
        id: "c",
        record,
        messageCount: 0,
        createdAt: kept.updatedAt,
        updatedAt: new Date(kept.updatedAt).toISOString(),
      });
      expect(await on.store.conversation("c")).toEqual(kept);
      const messages = [{ text: "one\u0000\n" }, { text: "\ud83d", data: "x".repeat(2_000_000) }];
      const grown = await on.store.appendMessages("c", 0, messages);
      expect(grown).toMatchObject({ record, messageCount: 2, createdAt: kept.createdAt });
      expect(await on.store.messages("c", {})).toEqual(messages);
    });

    it("[HS6] a conversation may begin with messages", async () => {
      await on.store.saveConversation({ id: "c", record: {}, messages: said("a", "b") });
      expect(await on.store.conversation("c")).toMatchObject({ messageCount: 2 });
      await on.store.appendMessages("c", 2, said("c"));
      expect(await on.store.messages("c", {})).toEqual(said("a", "b", "c"));
    });

    it("[HS6] messages are added at the index that the writer expects, or not at all", async () => {
      await on.store.saveConversation({ id: "c", record: { turn: 0 } });
      await on.store.appendMessages("c", 0, said("a", "b"), { turn: 1 });
      const late = on.store.appendMessages("c", 0, said("x"), { turn: 2 });
      await expect(late).rejects.toMatchObject(conflict("c", 0, 2));
      await expect(on.store.appendMessages("c", 3, [])).rejects.toMatchObject(conflict("c", 3, 2));
      expect(await on.store.conversation("c")).toMatchObject({ record: { turn: 1 }, messageCount: 2 });
      expect(await on.store.messages("c", {})).toEqual(said("a", "b"));
      await on.store.appendMessages("c", 2, [], { turn: 3 });
      expect(await on.store.conversation("c")).toMatchObject({ record: { turn: 3 }, messageCount: 2 });
    });

    it("[HS6] of concurrent writers one succeeds and the others fail", async () => {
      await on.store.saveConversation({ id: "c", record: {} });
      const texts = Array.from({ length: 20 }, (_, index) => `m${index}`);
      const settled = await Promise.allSettled(
        texts.map((text) => on.store.appendMessages("c", 0, said(text))),
      );
      const won = settled.findIndex(({ status }) => status === "fulfilled");
      expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const one of settled)
        if (one.status === "rejected") expect(one.reason).toMatchObject(conflict("c", 0, 1));
      expect(await on.store.messages("c", {})).toEqual(said(texts[won]!));
    });

    it("[HS6] an existing id is refused, and an unknown one finds nothing", async () => {
      await on.store.saveConversation({ id: "c", record: { first: true }, messages: said("a") });
      const again = on.store.saveConversation({ id: "c", record: {}, messages: said("b") });
      await expect(again).rejects.toMatchObject(conflict("c", 0, 1));
      expect(await on.store.conversation("c")).toMatchObject({ record: { first: true }, messageCount: 1 });
      expect(await on.store.conversation("nope")).toBeUndefined();
      expect(await on.store.messages("nope", {})).toEqual([]);
      const missing = { code: "SESSION_NOT_FOUND", data: { sessionId: "nope" } };
      await expect(on.store.appendMessages("nope", 0, said("a"))).rejects.toMatchObject(missing);
    });

    it("[HS6] messages are read in ranges, and all of them in pages", async () => {
      const texts = Array.from({ length: 1_203 }, (_, index) => `m${index}`);
      await on.store.saveConversation({ id: "c", record: {}, messages: said(...texts) });
      expect(await on.store.messages("c", { from: 3, limit: 2 })).toEqual(said("m3", "m4"));
      expect(await on.store.messages("c", { from: 1_200 })).toEqual(said("m1200", "m1201", "m1202"));
      expect(await on.store.messages("c", { limit: 0 })).toEqual([]);
      expect(await on.store.messages("c", { limit: 5_000 })).toHaveLength(1_000);
      expect(await allMessages(on.store, "c")).toEqual(said(...texts));
    });

    it("[HS6] conversations are listed newest activity first, by id prefix and up to a limit", async () => {
      for (const id of ["a-1", "b-1", "a-2"]) await on.store.saveConversation({ id, record: {} });
      const ids = async (filter: Parameters<typeof on.store.conversations>[0]) =>
        (await on.store.conversations(filter)).map(({ id }) => id);
      expect(await ids({})).toEqual(["a-2", "b-1", "a-1"]);
      const before = (await on.store.conversation("a-1"))!;
      await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(before.updatedAt)), {
        interval: 1,
      });
      const { updatedAt } = await on.store.appendMessages("a-1", 0, said("a"));
      expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
      expect(await ids({})).toEqual(["a-1", "a-2", "b-1"]);
      expect(await ids({ limit: 2 })).toEqual(["a-1", "a-2"]);
      expect(await ids({ limit: 0 })).toEqual([]);
      expect(await ids({ idPrefix: "a-" })).toEqual(["a-1", "a-2"]);
      expect(await ids({ idPrefix: "%" })).toEqual([]);
    });

    it("[HS6] conversations are not in the feed", async () => {
      await on.store.saveConversation({ id: "c", record: {} });
      await on.store.appendMessages("c", 0, said("a"));
      expect(await on.store.changes(0, 10)).toEqual([]);
    });
  });
}
