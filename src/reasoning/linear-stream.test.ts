import fc from "fast-check";
import { expect, test } from "vitest";
import { createLinearStream } from "./linear-stream.ts";

/** What a person sees, piece by piece. */
function shown(answer: string, size: number): string {
  const stream = createLinearStream();
  let text = "";
  for (let at = 0; at < answer.length; at += size) text += stream.push(answer.slice(at, at + size));
  return text;
}

test("[CT1] shows only the thought of a JSON answer, whatever it contains and however it is split", () => {
  const answers = fc.tuple(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.boolean(),
    fc.constantFrom("", "  \n"),
    fc.integer({ min: 1, max: 7 }),
  );
  fc.assert(
    fc.property(answers, ([thought, fenced, before, size]) => {
      const json = JSON.stringify({ thought, confidence: 0.5 });
      const answer = fenced ? `${before}\`\`\`json\n${json}\n\`\`\`` : before + json;
      expect(shown(answer, size)).toBe(thought);
    }),
  );
});

test("[CT1] shows any other answer as it arrives", () => {
  expect(shown("Plain words, `code` and {braces}.", 3)).toBe("Plain words, `code` and {braces}.");
  expect(shown("", 1)).toBe("");
});

test("[CT1] shows a thought that follows other members", () => {
  expect(shown('{"confidence": 0.4, "thought" : "late \\"quoted\\" \\u00e9"}', 2)).toBe('late "quoted" é');
});
