import fc from "fast-check";
import { expect, test } from "vitest";
import { END_BYTES, refuseLong, splitLines } from "./lines.ts";

function split(limit: number, chunks: readonly Buffer[]) {
  const lines: string[] = [];
  const feed = splitLines(limit, {
    onLine: (line) => lines.push(line),
    onLong: ({ head, tail, bytes }) => lines.push(`long ${bytes} ${head.slice(0, 3)}…${tail.slice(-3)}`),
  });
  for (const chunk of chunks) feed(chunk);
  return lines;
}

test("[HC1] returns whole lines, however the bytes arrive", () => {
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

test("[HC2] keeps the ends of an oversized line and reads the next one", () => {
  const bytes = Buffer.from(`ok\nabc${"x".repeat(1000)}xyz\nnext\n`);
  const pieces = Array.from({ length: 20 }, (_, index) => bytes.subarray(index * 60, (index + 1) * 60));
  for (const chunks of [[bytes], pieces])
    expect(split(100, chunks)).toEqual(["ok", "long 1006 abc…xyz", "next"]);
});

const long = { text: `"id":7,${"x".repeat(2 * END_BYTES)},"id":8}` };

test.each([
  [{ jsonrpc: "2.0", id: 5, result: long }, 5],
  [{ id: "a-1", jsonrpc: "2.0", result: long }, "a-1"],
  [{ result: long, jsonrpc: "2.0", id: 6 }, 6],
  [{ jsonrpc: "2.0", result: long, id: 6 }, 6],
  [{ result: long, id: 0, jsonrpc: "2.0" }, 0],
  [{ jsonrpc: "2.0", method: "notifications/message", params: long }, undefined],
])("[HC2] finds the id of an oversized answer at its ends: %#", (message, id) => {
  const text = JSON.stringify(message);
  const ends = { head: text.slice(0, END_BYTES), tail: text.slice(-END_BYTES), bytes: text.length };
  expect(refuseLong(ends, 100)?.id).toBe(id);
});
