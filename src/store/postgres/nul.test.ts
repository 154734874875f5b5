import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeNul, unescapeNul } from "./nul.ts";

const odd = fc.array(
  fc.constantFrom("\0", "\u{fdd0}", "\u{fdd1}", "\u{fdd2}", "a", "🧵", "\u{feff}", "\ud800"),
);

test("[PG7] unescaping restores every text, and escaped texts contain no NUL", () => {
  fc.assert(
    fc.property(
      odd.map((characters) => characters.join("")),
      (text) => {
        expect(escapeNul(text)).not.toContain("\0");
        expect(unescapeNul(escapeNul(text))).toBe(text);
      },
    ),
  );
});

test("[PG7] the beginning of an escaped text unescapes to the beginning of the text", () => {
  fc.assert(
    fc.property(
      odd.map((characters) => characters.join("")),
      fc.nat(20),
      (text, cut) => {
        expect(text.startsWith(unescapeNul([...escapeNul(text)].slice(0, cut).join("")))).toBe(true);
      },
    ),
  );
});
