import { describe, expect, it } from "vitest";
import { draftOf, open } from "./fixture.ts";
import { ROOM } from "./notes.ts";
import { byTurns, refusals, type TwoStores, wonBy } from "./two-stores-fixture.ts";

/** The contract for notes that several servers write and deliver. */
export function describeTwoNoteStores(on: TwoStores): void {
  describe("notes", () => {
    it("[ST9] notes that both write are all kept, and what one writes the other delivers", async () => {
      const { id } = await on.one.openSession(open);
      const settled = await byTurns(on, 30, (store, turn) =>
        store.addNote(id, { text: `${turn}`, author: "Ann" }),
      );
      expect(refusals(settled)).toEqual([]);
      expect(new Set(wonBy(settled).map((note) => note.id)).size).toBe(30);
      const texts = (await on.other.notes(id, {})).map(({ text }) => Number(text));
      expect(texts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, turn) => turn));
      expect(await on.other.append(draftOf({ sessionId: id }, "one"))).toMatchObject({ steered: true });
    });

    it("[ST9] of deliveries through both at once, each is counted once and a note is new in one of them", async () => {
      const { id } = await on.one.openSession(open);
      for (let index = 0; index < 10; index++) await on.one.addNote(id, { text: `${index}`, author: "Ann" });
      const settled = await byTurns(on, 12, (store) => store.deliverNotes(id, { ...ROOM, most: 3 }));
      expect(refusals(settled)).toEqual([]);
      const sent = wonBy(settled).flatMap(({ notes }) => notes);
      // 12 answers of 3 notes have room for 36; 10 notes are sent 3 times each.
      expect(sent).toHaveLength(30);
      for (const count of [1, 2, 3]) {
        const ids = sent.filter(({ deliveries }) => deliveries === count).map((note) => note.id);
        expect(new Set(ids).size).toBe(10);
        expect(ids).toHaveLength(10);
      }
      expect((await on.one.notes(id, {})).map(({ state }) => state)).toEqual(Array(10).fill("unanswered"));
    });

    it("[ST9] thoughts of one server and notes of another never exclude each other", async () => {
      const { id } = await on.one.openSession(open);
      const settled = await Promise.allSettled(
        Array.from({ length: 20 }, (_, turn) => [
          on.one.append(draftOf({ sessionId: id }, `${turn}`)),
          on.other.addNote(id, { text: `${turn}`, author: "Ann" }),
          on.one.deliverNotes(id, ROOM),
        ]).flat(),
      );
      expect(refusals(settled)).toEqual([]);
      expect(await on.one.session(id)).toMatchObject({ thoughtCount: 20 });
      while ((await on.one.deliverNotes(id, ROOM)).notes.length > 0);
      expect((await on.other.notes(id, {})).map(({ state }) => state)).toEqual(Array(20).fill("unanswered"));
    });
  });
}
