import { expect, test } from "vitest";
import { fingerprint } from "./offered-tools.ts";

test("[HC10] a fingerprint ignores the order of members and nothing else", () => {
  expect(fingerprint({ a: 1, b: { c: [1, 2], d: null } })).toBe(
    fingerprint({ b: { d: null, c: [1, 2] }, a: 1 }),
  );
  const values = [
    ...[{ a: 1 }, { a: "1" }, { b: 1 }, [["a", 1]], ["a", 1], [["object", ["a", 1]]], { a: { b: 1 } }],
    ...[[1, 2], [2, 1], [[1], 2], {}, [], null, "", JSON.parse('{"__proto__": {"a": 1}}')],
  ];
  expect(new Set(values.map(fingerprint)).size).toBe(values.length);
});
