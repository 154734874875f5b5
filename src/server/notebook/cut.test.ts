import fc from "fast-check";
import { expect, test } from "vitest";
import { cutMiddle } from "./cut.ts";

test("[J14] keeps a text within the limit; a longer one keeps its beginning and end", () => {
  expect(cutMiddle("abcd", 4)).toBe("abcd");
  expect(cutMiddle("abcdefgh", 4)).toBe("abc\n… 4 characters left out …\nh");
  expect(cutMiddle("x".repeat(20_000), 16_000, "a://b")).toBe(
    `${"x".repeat(12_000)}\n… 4000 characters left out; the full text is at a://b …\n${"x".repeat(4_000)}`,
  );
});

test("[J14] for any cut, beginning and end are well-formed and the count is right", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 9 }), (text) => {
      const cut = cutMiddle(text, 8);
      expect(cut.isWellFormed()).toBe(true);
      if (text.length > 8) expect(cut).toContain(`… ${text.length - 8} characters left out …`);
    }),
  );
});
