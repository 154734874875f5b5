import fc from "fast-check";
import { expect, test } from "vitest";
import { saying } from "./fixtures.ts";
import { fitResult, resultText } from "./run-tool.ts";

test("[HS4] keeps a text that fits, and cuts a longer one to the limit with head and tail", () => {
  const limits = fc.integer({ min: 60, max: 300 });
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 600 }), limits, (given, most) => {
      const text = `.${given}`;
      const said = resultText(fitResult(saying(text), most));
      expect(said.isWellFormed()).toBe(true);
      if (text.length <= most) {
        expect(said).toBe(text);
        return;
      }
      // A pair that is cut in two counts as one letter more.
      expect(said.length).toBeLessThanOrEqual(most + 2);
      const [head, tail] = said.split(/\n\[[\d,]+ characters were left out here\.\]\n/);
      expect(text.startsWith(head!.replace(/\ufffd$/, ""))).toBe(true);
      expect(text.endsWith(tail!.replace(/^\ufffd/, ""))).toBe(true);
    }),
  );
});

test("[HS4] merges texts that are too long together and keeps images", () => {
  const image = { type: "image", mediaType: "image/png", data: "aGk=" } as const;
  const long = { type: "text", text: "x".repeat(400) } as const;
  const { content } = fitResult({ content: [long, image, long], isError: false }, 500);
  expect(content.map(({ type }) => type)).toEqual(["text", "image"]);
  expect(fitResult({ content: [long, image], isError: false }, 500).content).toEqual([long, image]);
});

test("[HS4] says that everything was cut even if there is no room", () => {
  expect(resultText(fitResult(saying("x".repeat(50)), 0))).toBe("\n[50 characters were left out here.]\n");
});
