import fc from "fast-check";
import { expect, test } from "vitest";
import { createTextCutter } from "./cut-texts.ts";

const LONGEST = 12;

function cutInParts(json: string, sizes: readonly number[]): unknown {
  const cut = createTextCutter(LONGEST);
  const bytes = Buffer.from(json);
  const kept: Buffer[] = [];
  for (let from = 0, part = 0; from < bytes.length; part++) {
    const to = from + (sizes[part % sizes.length] ?? bytes.length);
    kept.push(Buffer.from(cut(bytes.subarray(from, to))));
    from = to;
  }
  return JSON.parse(Buffer.concat(kept).toString("utf8"));
}

test("[IM19] a text that is cut stays JSON, however it is divided into parts", () => {
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
  fc.assert(
    fc.property(value, sizes, fc.boolean(), (given, parts, isAscii) => {
      const json = JSON.stringify(given);
      // Some programs escape everything that is not ASCII.
      const written = isAscii
        ? json.replaceAll(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)
        : json;
      const check = (cut: unknown, whole: unknown): void => {
        if (typeof whole === "string") {
          const [start, note] = String(cut).split("\n\n[cut: ");
          expect(note === undefined ? cut === whole : whole.startsWith(start!)).toBe(true);
        } else if (typeof whole !== "object" || whole === null) expect(cut).toBe(whole);
        else if (Array.isArray(whole))
          for (const [index, one] of whole.entries()) check((cut as unknown[])[index], one);
        // A long name is cut as well, so only the number of members is compared.
      };
      check(cutInParts(written, parts), JSON.parse(written));
    }),
  );
});

test("[IM19] only long texts are cut", () => {
  const given = { short: "a".repeat(LONGEST), long: "b".repeat(100), escaped: '\\"'.repeat(3), n: [1, true] };
  expect(cutInParts(JSON.stringify(given), [7])).toEqual({
    ...given,
    long: `${"b".repeat(LONGEST)}\n\n[cut: the original is longer than a thought may be]`,
  });
});
