import { expect, test } from "vitest";
import { hidePaths } from "./hide-paths.ts";

const paths = hidePaths([
  ["/home/ann/note books/a", "/notebook"],
  ["/home/ann/note books", "/all"],
  ["/books/x", "/other"],
]);

function inPieces(text: string, size: number): string {
  const stream = paths.stream();
  let shown = "";
  for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size));
  return shown + stream.end(false);
}

test.each([
  ["a path", "in /home/ann/note books/a/b.txt", "in /notebook/b.txt"],
  ["a file URL", "file:///home/ann/note%20books/a/b.txt", "file:///notebook/b.txt"],
  ["a path in JSON", '{"at":"/home/ann/note books/a"}', '{"at":"/notebook"}'],
  ["one path after another", "/home/ann/note books/a/home/ann/note books/a", "/notebook/notebook"],
  ["a path after its own beginning", "/home/ann/home/ann/note books/a", "/home/ann/notebook"],
  ["a path whose end begins another", "/home/ann/note books", "/all"],
  ["no path", "1/2 and /home/bob and /", "1/2 and /home/bob and /"],
])("[Z19] shows %s under its other name, whole and in pieces", (_, text, shown) => {
  expect(paths.hideIn({ text, line: 1 })).toEqual({ text: shown, line: 1 });
  // Pieces may show the outer of two paths before the inner one is complete, but never a real one.
  for (let size = 1; size <= text.length; size += 1) {
    const pieces = inPieces(text, size);
    expect(pieces).not.toContain("ann/note books");
    if (!shown.includes("/notebook")) expect(pieces).toBe(shown);
  }
});

test("[Z19] hiding paths takes linear time", () => {
  const pieces = Array.from({ length: 4_000 }, () => "/home/ann/note book".repeat(200));
  /** Processor time to read all pieces in `streams` streams, in milliseconds: the best of five. */
  const timed = (streams: number) => {
    const times = [1, 2, 3, 4, 5].map(() => {
      const before = process.threadCpuUsage();
      for (let at = 0; at < pieces.length; at += pieces.length / streams) {
        const stream = paths.stream();
        for (const piece of pieces.slice(at, at + pieces.length / streams)) stream.push(piece);
      }
      return process.threadCpuUsage(before).user / 1000;
    });
    return Math.min(...times);
  };
  // Linear work takes as long in one stream as in eight; quadratic work takes eight times as long.
  expect(timed(1)).toBeLessThan(4 * Math.max(timed(8), 12));
});
