import { describe, expect, it } from "vitest";
import type { Thought } from "../../ledger/index.ts";
import type { OutlineEntry } from "../port.ts";
import type { Fixture } from "./fixture.ts";

/** The contract for outlines. */
export function describeOutline(on: Fixture): void {
  const { add, all } = on;
  describe("an outline", () => {
    it("[L39] has everything but the content of each thought, in order of arrival", async () => {
      const { thought } = await add("one", { confidence: 0.5, source: "think", metadata: { a: 1 } });
      await add("two");
      await add("two, better", { revises: 2, author: "someone" });
      await add("aside", { branchFrom: 1, branchId: "b" });
      await add("aside of the aside", { branchFrom: 2, branchId: "c" });
      await add("end", { nextThoughtNeeded: false });
      await on.store.saveCritique(thought.sessionId, 2, { text: "weak" });
      const marks = await on.store.outline(thought.sessionId, {});
      expect(marks).toEqual((await all(thought.sessionId)).map(markOf));
      expect(marks.map(({ hasCritique }) => hasCritique)).toEqual([false, true, false, false, false, false]);
    });

    it("[LF26] finds the part of a session up to a thought or a time, also if imported times are out of order", async () => {
      const at = (minute: number) => `2026-11-18T09:0${minute}:00.000Z`;
      const thought = (key: string, minute: number, fork?: string) => ({
        key,
        content: key,
        createdAt: at(minute),
        nextThoughtNeeded: true,
        metadata: {},
        ...(fork !== undefined && { fork, branchId: `of ${fork}` }),
      });
      await on.store.importThoughts(
        { id: "i", title: "I", status: "active", createdAt: at(0), updatedAt: at(9), metadata: {} },
        [thought("a", 1), thought("b", 5, "a"), thought("c", 2), thought("d", 3, "c"), thought("e", 7)],
      );
      const whole = { count: 5, branchCount: 2, lastSeq: 5, excluded: [], total: 5 };
      expect(await on.store.extent("i", { time: at(9) })).toEqual(whole);
      expect(await on.store.extent("i", { seq: 9 })).toEqual(whole);
      expect(await on.store.extent("i", { seq: 3 })).toEqual({
        ...whole,
        count: 3,
        branchCount: 1,
        lastSeq: 3,
      });
      expect(await on.store.extent("i", { time: at(3) })).toEqual({
        ...whole,
        count: 3,
        branchCount: 1,
        lastSeq: 4,
        excluded: [2],
      });
      const nothing = { count: 0, branchCount: 0, lastSeq: 0, excluded: [], total: 0 };
      expect(await on.store.extent("i", { time: at(0) })).toEqual({ ...nothing, total: 5 });
      expect(await on.store.extent("none", { seq: 1 })).toEqual(nothing);
    });

    it("[L39] can be read in pages, and is empty for an unknown session", async () => {
      const { thought } = await add("1");
      for (let i = 2; i <= 7; i++) await add(`${i}`);
      const seqs = async (range: object) =>
        (await on.store.outline(thought.sessionId, range)).map(({ seq }) => seq);
      expect(await seqs({ limit: 3 })).toEqual([1, 2, 3]);
      expect(await seqs({ after: 3, limit: 3 })).toEqual([4, 5, 6]);
      expect(await seqs({ after: 6 })).toEqual([7]);
      expect(await seqs({ after: 7 })).toEqual([]);
      expect(await seqs({ limit: 0 })).toEqual([]);
      expect(await on.store.outline("nope", {})).toEqual([]);
    });

    it("[L39] has the first 140 characters of any script, and no half of one", async () => {
      const texts = ["x".repeat(140), "é".repeat(141), "🧵".repeat(200), `a\0${"b".repeat(200)}`, "短い"];
      let sessionId = "";
      for (const text of texts) sessionId = (await add(text)).thought.sessionId;
      const marks = await on.store.outline(sessionId, {});
      expect(marks.map(({ beginning }) => beginning)).toEqual(
        texts.map((text) => [...text].slice(0, 140).join("")),
      );
    });

    it("[AP3] has the source of the first thought and the beginning of the last, for many sessions at once", async () => {
      const first = await add("one", { source: "think" });
      await add("🧵".repeat(200), { nextThoughtNeeded: false });
      const { sessionId } = first.thought;
      const other = await add("alone", {
        target: { sessionId: "other", create: () => ({ title: "o", mode: "chain" }) },
      });
      await on.store.openSession({ id: "empty", title: "e", mode: "chain" });
      const ends = await on.store.sessionEnds([sessionId, "other", "empty", "nope"]);
      expect(ends.toSorted((a) => (a.id === "other" ? 1 : -1))).toEqual([
        { id: sessionId, source: "think", needsMore: false, lastWords: "🧵".repeat(140) },
        { id: "other", source: other.thought.source, needsMore: true, lastWords: "alone" },
      ]);
      expect(await on.store.sessionEnds([])).toEqual([]);
    });

    it("[L39] of a long session has every thought once", async () => {
      const many = await Promise.all(Array.from({ length: 2_345 }, (_, i) => add(`${i}`)));
      const marks = await on.store.outline(many[0]!.thought.sessionId, {});
      expect(marks.map(({ seq }) => seq)).toEqual(Array.from({ length: 2_345 }, (_, i) => i + 1));
    });
  });
}

function markOf(thought: Thought): OutlineEntry {
  const { seq, id, number, branchId, parentId, revisesId, isRevision, nextThoughtNeeded } = thought;
  return {
    seq,
    id,
    number,
    ...(branchId !== undefined && { branchId }),
    ...(parentId !== undefined && { parentId }),
    ...(revisesId !== undefined && { revisesId }),
    isRevision,
    nextThoughtNeeded,
    hasCritique: thought.critique !== undefined,
    ...(thought.confidence !== undefined && { confidence: thought.confidence }),
    source: thought.source,
    createdAt: thought.createdAt,
    beginning: thought.content,
  };
}
