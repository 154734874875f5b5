import fc from "fast-check";
import { expect, test } from "vitest";
import { paragraph } from "../table.ts";
import { createSafeText } from "./safe-text.ts";

test("[CH6] makes text in pieces as safe as whole text, and keeps characters whole at every split", () => {
  const characters = fc.array(
    fc.constantFrom("a", "\r", "\n", "\u001b", "\u009b", "\u202e", "\ud83e", "\udde0"),
  );
  fc.assert(
    fc.property(characters, (pieces) => {
      let shown = "";
      const text = createSafeText((piece) => {
        shown += piece;
      });
      for (const piece of pieces) text.push(piece);
      text.end();
      const whole = paragraph(pieces.join("").toWellFormed());
      expect(shown).toBe(whole === "" || whole.endsWith("\n") ? whole : `${whole}\n`);
    }),
  );
});
