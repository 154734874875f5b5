import fc from "fast-check";
import { expect, test } from "vitest";
import { paragraph } from "../table.ts";
import { createSafeText } from "./safe-text.ts";

test("[CH6] a text is as safe in pieces as whole, and characters stay whole wherever it is split", () => {
  const letters = fc.array(
    fc.constantFrom("a", "\r", "\n", "\u001b", "\u009b", "\u202e", "\ud83e", "\udde0"),
  );
  fc.assert(
    fc.property(letters, (pieces) => {
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
