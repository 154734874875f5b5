import fc from "fast-check";
import { expect, test } from "vitest";
import { paragraph } from "../table.ts";
import { createSafeStream } from "./safe-stream.ts";

function streamed(pieces: readonly string[]): string {
  let shown = "";
  const stream = createSafeStream((text) => {
    shown += text;
  });
  for (const piece of pieces) stream.push(piece);
  stream.end();
  return shown;
}

test("[D3] streamed text is as safe as the whole text, whatever the chunk boundaries are", () => {
  const piece = fc.stringMatching(/^[a\r\n\t\u001b\u009b\u202e]{0,6}$/);
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const whole = paragraph(pieces.join(""));
      expect(streamed(pieces)).toBe(whole === "" || whole.endsWith("\n") ? whole : `${whole}\n`);
    }),
  );
});
