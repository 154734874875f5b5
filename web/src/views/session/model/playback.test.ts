import fc from "fast-check";
import { expect, test } from "vitest";
import { citationOf } from "./citation.ts";
import { density } from "./density.ts";
import { countAt } from "./outline-entries.ts";
import { momentAfter, pauseBefore, stepFrom } from "./playback.ts";
import { entriesOf } from "./test-sessions.ts";

test("[WB36] steps move from moment to moment through the whole session and back", () => {
  const times = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(times, (at) => {
      const entries = entriesOf(at.map((time) => ({ at: time })));
      const forward = [0];
      while (forward.at(-1)! < entries.length) {
        forward.push(stepFrom(entries, forward.at(-1)!, 1));
        expect(forward.at(-1)).toBeGreaterThan(forward.at(-2)!);
        expect(countAt(entries, momentAfter(entries, forward.at(-1)!))).toBe(forward.at(-1));
      }
      const back = [entries.length];
      while (back.at(-1)! > 0) back.push(stepFrom(entries, back.at(-1)!, -1));
      expect(back.reverse()).toEqual(forward);
    }),
  );
});

test("[WB36] playback pauses as long as the agent did, within limits, and less at higher speed", () => {
  const entries = entriesOf([{ at: 0 }, { at: 1 }, { at: 1_001 }, { at: 9_999_999 }]);
  expect([2, 3, 4].map((seq) => pauseBefore(entries, seq, 1))).toEqual([250, 1_000, 2_000]);
  expect(pauseBefore(entries, 3, 8)).toBe(125);
  expect(pauseBefore(entries, 3, 0.5)).toBe(2_000);
});

test("[WB36] density counts each thought once", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(1_000), { minLength: 1 }),
      fc.integer({ min: 1, max: 50 }),
      (times, parts) => {
        const counts = density(times, Math.min(...times), Math.max(...times), parts);
        expect(counts.length).toBe(parts);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(times.length);
      },
    ),
  );
});

const odd = fc.constantFrom("a", "é", " ", "\n", "*", '"', "\u{1f9f5}", "\u202e", "\0", ")");

test("[WB37] a citation is one line with session, thought, first words, source and time", () => {
  const cited = {
    sessionId: "leak-2026-11-15",
    seq: 3,
    source: "thoughtbox",
    createdAt: "2026-11-15T10:00:00.000Z",
  };
  expect(citationOf({ ...cited, content: "# Heap *or* not?\n\nShort." })).toBe(
    '[leak-2026-11-15#3] "Heap or not? Short." (thoughtbox, 2026-11-15T10:00:00.000Z)',
  );
  fc.assert(
    fc.property(fc.string({ unit: odd, maxLength: 400 }), (content) => {
      const line = citationOf({ ...cited, content });
      expect(line).toMatch(/^\[leak-2026-11-15#3\] "[^"\p{Cc}]*" \(thoughtbox, [^)]+\)$/u);
      expect(line.length).toBeLessThan(260);
    }),
  );
});
