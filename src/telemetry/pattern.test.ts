import fc from "fast-check";
import { expect, test } from "vitest";
import { readPattern } from "./pattern.ts";

const piece = fc.constantFrom("a", "b", "ab", ".", ".*", ".+", "\\.", "\\|", "-", "|");
const text = fc.string({ unit: fc.constantFrom("a", "b", ".", "|", "-", "\n", "é"), maxLength: 12 });

test("[MX4] supported regular expressions match as in Prometheus", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), text, (pieces, grouped, value) => {
      const pattern = grouped ? `(${pieces.join("")})` : pieces.join("");
      expect(readPattern(pattern)!(value)).toBe(new RegExp(`^(?:${pattern})$`, "su").test(value));
    }),
    { numRuns: 2_000 },
  );
});

test.each(["a*", "a+", "a?", "[ab]", "(a|b)c", "((a))", "a{2}", "\\d", "\\b", "^a", "a$", "(?i)a", "a\\"])(
  "[MX4] refuses %j as unsupported",
  (pattern) => {
    expect(readPattern(pattern)).toBeUndefined();
  },
);

test("[MX4] a pattern that makes a backtracking engine hang is matched in bounded time", () => {
  const fits = readPattern(`${".*a".repeat(2_000)}b`)!;
  expect(fits("a".repeat(5_000))).toBe(false);
  expect(fits(`${"a".repeat(5_000)}b`)).toBe(true);
});
