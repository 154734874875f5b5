import { describe, expect, it } from "vitest";
import { readMarks } from "../../ledger/index.ts";
import type { Fixture } from "./fixture.ts";

const marks = (...texts: readonly string[]) => ({ marks: readMarks(texts).marks });

/** The contract for declared facts. */
export function describeFacts(on: Fixture): void {
  describe("facts", () => {
    it("[FA10] marks are stored with their thought, and their facts in order", async () => {
      const { thought } = await on.add(
        "Choose",
        marks("decision: use SQLite because it is one file", "open: how large?"),
      );
      await on.add("Nothing to say", { marks: [] });
      await on.add("Fork", { branchFrom: 1, branchId: "b", ...marks("dead end: Redis") });
      expect(thought.marks).toEqual(["decision: use SQLite because it is one file", "open: how large?"]);
      const [first, plain] = await on.all(thought.sessionId);
      expect(first).toEqual(thought);
      expect(plain).not.toHaveProperty("marks");
      const declared = { seq: 1, thoughtNumber: 1, origin: "declared" };
      expect(await on.store.facts(thought.sessionId)).toEqual([
        { ...declared, kind: "decision", text: "use SQLite", reason: "it is one file" },
        { ...declared, kind: "open", text: "how large?" },
        { kind: "dead_end", text: "Redis", seq: 3, thoughtNumber: 2, branchId: "b", origin: "declared" },
      ]);
      expect(await on.store.facts(thought.sessionId, { after: 1 })).toHaveLength(1);
      expect(await on.store.facts(thought.sessionId, { until: 2 })).toHaveLength(2);
      expect(await on.store.facts("unknown")).toEqual([]);
    });

    it("[FA7] [FA8] [FA9] a later fact replaces an earlier one, and an answer closes its question", async () => {
      const { thought } = await on.add(
        "1",
        marks("decision: use Redis for the queue", "open: who owns the key?"),
      );
      await on.add("2", marks("next: measure"));
      const { warnings } = await on.add(
        "3",
        marks("decision: use a table for the queue", "answered: the operator owns the key"),
      );
      expect(warnings).toEqual([]);
      await on.add("4", marks("next: ship (replaces: #2)"));
      expect(await on.store.facts(thought.sessionId)).toMatchObject([
        { text: "use Redis for the queue", replacedBy: 3 },
        { text: "who owns the key?", replacedBy: 3 },
        { text: "measure", replacedBy: 4 },
        { text: "use a table for the queue", was: "use Redis for the queue" },
        { kind: "answered", was: "who owns the key?" },
        { text: "ship", was: "measure" },
      ]);
    });

    it("[FA7] a reference to a thought without facts is a warning", async () => {
      const { warnings } = await on.add("1", marks("decision: x, replaces #7"));
      expect(warnings).toEqual(['The mark "x" names thought 7, which has no such fact.']);
    });

    it("[FA10] a repeat with the same key declares nothing twice", async () => {
      const idempotency = { scope: "/thoughtbox", key: "k" };
      const more = { idempotency, ...marks("decision: once") };
      const first = await on.add("1", more);
      const again = await on.add("1", more);
      expect(again).toEqual({ ...first, replayed: true });
      expect(await on.store.facts(first.thought.sessionId)).toHaveLength(1);
    });

    it("[FA10] any text is kept: quotes, emoji, NUL", async () => {
      const text = `it's "so" 100% \\ {x} 🧵 \u0000 end`;
      const { thought } = await on.add("1", { marks: [{ kind: "decision", text, reason: text }] });
      expect(await on.store.facts(thought.sessionId)).toMatchObject([{ text, reason: text }]);
    });

    it("[FA11] a thought is found by the words of its marks", async () => {
      const { thought } = await on.add("Nothing about it here", marks("decision: use a zeppelin"));
      await on.add("Something else");
      const hits = await on.store.search({ text: "zeppelin" });
      expect(hits.map((hit) => hit.thought.id)).toEqual([thought.id]);
    });

    it("[FA23] extracted facts stand beside the declared ones of their thought, each stretch read once", async () => {
      const { thought } = await on.add("We use SQLite.", marks("open: how large?"));
      await on.add("Redis lost the data.");
      const id = thought.sessionId;
      expect(await on.store.factReading(id)).toBe(0);
      const found = [
        { kind: "decision", text: "Use SQLite", reason: "one file", seq: 1, quotation: "use SQLite" },
        { kind: "dead_end", text: "Redis", seq: 2, quotation: "Redis lost" },
        { kind: "next", text: "Nothing there", seq: 9, quotation: "no such thought" },
      ] as const;
      const saved = await Promise.all(
        [1, 2, 3].map(() => on.store.saveExtracted(id, { after: 0, until: 2 }, found)),
      );
      expect(saved.filter(Boolean)).toHaveLength(1);
      expect(await on.store.factReading(id)).toBe(2);
      expect((await on.store.facts(id)).map(({ origin, text, seq }) => [origin, text, seq])).toEqual([
        ["declared", "how large?", 1],
        ["extracted", "Use SQLite", 1],
        ["extracted", "Redis", 2],
      ]);
      expect(await on.store.saveExtracted(id, { after: 2, until: 3 }, [])).toBe(true);
      await on.add("It is MySQL now.", marks("decision: use MySQL instead of SQLite"));
      expect((await on.store.facts(id)).find(({ text }) => text === "Use SQLite")).toMatchObject({
        replacedBy: 3,
      });
    });

    it("[FA10] writers of one session at once see each other's facts", async () => {
      const { thought } = await on.add("Start", marks("decision: size is 0"));
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          on.add(`${index}`, {
            target: { sessionId: thought.sessionId },
            ...marks(`decision: size is ${index + 1}`),
          }),
        ),
      );
      const facts = await on.store.facts(thought.sessionId);
      expect(facts).toHaveLength(13);
      for (const [index, { replacedBy }] of facts.slice(0, -1).entries()) expect(replacedBy).toBe(index + 2);
      expect(facts.at(-1)).not.toHaveProperty("replacedBy");
    });
  });
}
