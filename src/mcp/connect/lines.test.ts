import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines } from "./lines.ts";

function split(limit: number, chunks: readonly Buffer[]) {
  const lines: string[] = [];
  const feed = splitLines(limit, {
    onLine: (line) => lines.push(line),
    onLong: ({ head, tail, bytes }) => lines.push(`long ${bytes} ${head.slice(0, 3)}…${tail.slice(-3)}`),
  });
  for (const chunk of chunks) feed(chunk);
  return lines;
}

test("[HC1] lines come out whole, however the bytes arrive", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "é", "😀", " "), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 1, max: 7 }), (lines, size) => {
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(""));
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(split(1000, chunks)).toEqual(lines);
    }),
  );
});

test("[HC2] of a line that is too long the ends are told, and the next line is read", () => {
  const bytes = Buffer.from(`ok\nabc${"x".repeat(1000)}xyz\nnext\n`);
  const pieces = Array.from({ length: 20 }, (_, index) => bytes.subarray(index * 60, (index + 1) * 60));
  for (const chunks of [[bytes], pieces])
    expect(split(100, chunks)).toEqual(["ok", "long 1006 abc…xyz", "next"]);
});
