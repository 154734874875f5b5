import { expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";

test("[WB46] an excerpt ends at a word, without Markdown", () => {
  expect(excerpt("**Warm** the `cache`.")).toBe("Warm the cache.");
  const cut = `${"The answer is in the log ".repeat(6)}and in the confi`.slice(0, 140);
  expect(excerpt(cut)).toMatch(/^The answer .* log The answer is…$/);
  expect(excerpt("x".repeat(140))).toBe(`${"x".repeat(140)}…`);
  expect(excerpt(`${"w ".repeat(60)}It ends here, with a whole sentence.`.slice(-140))).toMatch(
    /sentence\.$/,
  );
});

test("[WB46] the excerpt of a JSON answer is its text, also if it was cut", () => {
  expect(excerpt('{"confidence": 0.7, "answer": "Use the **queue**.", "more": 1}')).toBe("Use the queue.");
  expect(excerpt('```json\n{"thought": "It is \\"cold\\"')).toBe('It is "cold"…');
  expect(excerpt('{"rows": [1, 2]}')).toBe('{"rows": [1, 2]}');
});
